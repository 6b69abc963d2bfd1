// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.zeo;

import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.dispatch.timer.Clock;
import io.troupe.examples.objstore.filestorage.FileStorageWriter;
import io.troupe.net.transport.Address;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server of a file that clients may write, and peers that end with it. */
final class TestServer implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    final List<String> log = new CopyOnWriteArrayList<>();
    private final List<SocketPeer> peers = new ArrayList<>();
    private final FileStorageWriter writer;
    private final ZeoServer server;
    private final int port;

    /** With the memory and the time that users have. */
    TestServer(Path file) throws IOException {
        writer = FileStorageWriter.open(file);
        server = ZeoServer.writing(writer, log::add);
        port = listen();
    }

    TestServer(Path file, MemoryBudget memory, Clock clock) throws IOException {
        writer = FileStorageWriter.open(file);
        server = new ZeoServer(writer.storage(), writer, memory, clock, log::add);
        port = listen();
    }

    private int listen() {
        return server.listen(Address.parse("tcp://127.0.0.1:0")).await(LIMIT).port();
    }

    int port() {
        return port;
    }

    /** A client that has said nothing yet. */
    SocketPeer connect() throws IOException {
        SocketPeer peer = new SocketPeer(port);
        peers.add(peer);
        return peer;
    }

    /** A client that has registered to write. */
    SocketPeer writing() throws IOException {
        SocketPeer peer = SocketPeer.writing(port);
        peers.add(peer);
        return peer;
    }

    List<SocketPeer> peers() {
        return peers;
    }

    @Override
    public void close() throws IOException {
        for (SocketPeer peer : peers) {
            peer.close();
        }
        server.close();
        writer.close();
    }
}
