// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.zeo;

import static io.troupe.examples.objstore.zeo.ScriptedClient.frame;
import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.examples.objstore.filestorage.FileStorageWriter;
import io.troupe.examples.objstore.filestorage.Load;
import io.troupe.examples.objstore.filestorage.ObjectStorage;
import io.troupe.net.transport.Address;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.msgpack.core.MessagePack;
import org.msgpack.value.ArrayValue;

/** What clients see when an actor of the server fails, for want of memory or by a mistake: never silence. */
class FailingServerTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final long POISON = 99;
    private static final int DRAFT = 5;

    @TempDir
    private Path folder;

    private final List<String> log = new CopyOnWriteArrayList<>();

    /** A storage without memory for one object, and from some time on for anything. */
    private static final class Exhausted implements ObjectStorage {
        private final ObjectStorage storage;
        private volatile boolean everywhere;

        Exhausted(ObjectStorage storage) {
            this.storage = storage;
        }

        @Override
        public @Nullable Load cached(long oid, long before, long seen) throws IOException {
            if (oid == POISON) {
                throw new OutOfMemoryError("Java heap space");
            }
            return storage.cached(oid, before, seen);
        }

        @Override
        public int length() {
            if (everywhere) {
                throw new OutOfMemoryError("Java heap space");
            }
            return storage.length();
        }

        @Override
        public long head() {
            return storage.head();
        }

        @Override
        public long end() {
            return storage.end();
        }

        @Override
        public long largestOid() {
            return storage.largestOid();
        }

        @Override
        public Load loadBefore(long oid, long before, long seen) throws IOException {
            return storage.loadBefore(oid, before, seen);
        }

        @Override
        public boolean isUnchangedSince(long oid, long tid) throws IOException {
            return storage.isUnchangedSince(oid, tid);
        }

        @Override
        public void close() throws IOException {
            storage.close();
        }
    }

    /** A client that has registered for writing. */
    private static SocketPeer peer(int port) throws IOException {
        SocketPeer peer = new SocketPeer(port);
        peer.send("M5".getBytes(StandardCharsets.US_ASCII));
        peer.receive();
        peer.send(frame(1, "register", "1", false));
        reply(peer, 1);
        return peer;
    }

    private static void vote(SocketPeer peer, int id, long oid) throws IOException {
        peer.send(frame(0, true, "tpc_begin", DRAFT, "", "", Map.of()));
        peer.send(frame(0, true, "storea", ZeoCodec.id(oid), ZeoCodec.id(0), new byte[] {1}, DRAFT));
        peer.send(frame(id, "vote", DRAFT));
    }

    /** Passes over what is not the reply to a request. Returns its flag: 0, or 2 for an error. */
    private static int reply(SocketPeer peer, int id) throws IOException {
        while (true) {
            ArrayValue message =
                    MessagePack.newDefaultUnpacker(peer.receive()).unpackValue().asArrayValue();
            if (message.get(0).asIntegerValue().toInt() == id) {
                return message.get(1).asIntegerValue().toInt();
            }
        }
    }

    private static int port(ZeoServer server) {
        return server.listen(Address.parse("tcp://127.0.0.1:0")).await(LIMIT).port();
    }

    @Test
    void shouldEndALinkWhoseActorFailsAndLetTheNextOneVote() throws IOException {
        try (FileStorageWriter writer = FileStorageWriter.open(folder.resolve("Data.fs"));
                ZeoServer server = new ZeoServer(new Exhausted(writer.storage()), writer, log::add)) {
            int port = port(server);
            try (SocketPeer first = peer(port);
                    SocketPeer second = peer(port)) {
                vote(first, 2, 1);
                assertThat(reply(first, 2)).isZero();
                vote(second, 2, 2); // has to wait
                first.send(frame(3, "loadBefore", ZeoCodec.id(POISON), ZeoCodec.id(-1)));
                assertThat(first.isEnded()).isTrue();
                assertThat(reply(second, 2)).isZero();
            }
            assertThat(log)
                    .singleElement()
                    .asString()
                    .endsWith(
                            "a server must be able to serve a link: cause=java.lang.OutOfMemoryError: Java heap space");
        }
    }

    @Test
    void shouldSayThatItHasEndedWhenItCannotTellOfCommits() throws IOException {
        try (FileStorageWriter writer = FileStorageWriter.open(folder.resolve("Data.fs"))) {
            Exhausted storage = new Exhausted(writer.storage());
            try (ZeoServer server = new ZeoServer(storage, writer, log::add);
                    SocketPeer peer = peer(port(server))) {
                vote(peer, 2, 1);
                assertThat(reply(peer, 2)).isZero();
                assertThat(server.ended().result()).isEmpty();
                storage.everywhere = true;
                peer.send(frame(3, "tpc_finish", DRAFT));
                assertThat(server.ended().await(LIMIT).toString()).contains("committer");
            }
        }
    }
}
