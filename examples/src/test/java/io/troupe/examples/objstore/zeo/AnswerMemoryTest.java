// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.zeo;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.dispatch.timer.ManualClock;
import io.troupe.examples.objstore.filestorage.Change;
import io.troupe.examples.objstore.filestorage.FileStorageWriter;
import io.troupe.examples.objstore.filestorage.Load;
import io.troupe.examples.objstore.filestorage.ObjectStorage;
import io.troupe.examples.objstore.filestorage.Vote;
import io.troupe.net.transport.Address;
import io.troupe.testkit.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Long answers share memory: clients that do not read have little of it together, and nobody who reads waits for them for long. */
class AnswerMemoryTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final byte[] NONE = {};
    private static final int MIB = 1 << 20;
    /** No kernel takes one of these for a socket that nobody reads. */
    private static final int LONG = 8 * MIB;

    private static final int SMALL = 10_000;
    private static final long LONG_OID = 1;
    private static final long SMALL_OID = 2;
    private static final int STOPPED = 10;
    private static final int LOADS = 3;

    @TempDir
    private Path folder;

    private final ManualClock clock = new ManualClock();
    private final List<String> log = new CopyOnWriteArrayList<>();
    private final List<SocketPeer> peers = new ArrayList<>();
    private final AtomicInteger loads = new AtomicInteger();
    private volatile boolean failing;
    private volatile boolean inMemory;
    private FileStorageWriter writer;
    private ZeoServer server;
    private int port;

    @BeforeEach
    void serve() throws IOException {
        writer = FileStorageWriter.open(folder.resolve("Data.fs"));
        Vote.Accepted accepted = (Vote.Accepted) writer.vote(
                NONE,
                NONE,
                NONE,
                List.of(new Change.Store(LONG_OID, 0, new byte[LONG]), new Change.Store(SMALL_OID, 0, new byte[SMALL])),
                Instant.EPOCH);
        writer.finish(accepted);
        writer.publish(accepted);
        ObjectStorage storage = new ObjectStorage.Forwarding(writer.storage()) {
            @Override
            public @Nullable Load cached(long oid, long before, long seen) throws IOException {
                return read(inMemory ? super.loadBefore(oid, before, seen) : super.cached(oid, before, seen));
            }

            @Override
            public Load loadBefore(long oid, long before, long seen) throws IOException {
                return read(super.loadBefore(oid, before, seen));
            }

            private <T extends @Nullable Load> T read(T load) throws IOException {
                loads.incrementAndGet();
                if (failing) {
                    throw new IOException("a disk must work");
                }
                return load;
            }
        };
        // half of it is for answers, each of which counts twice
        server = new ZeoServer(storage, writer, MemoryBudget.of(2L * 2 * 2 * (LONG + MIB)), clock, log::add);
        port = server.listen(Address.parse("tcp://127.0.0.1:0")).await(LIMIT).port();
    }

    @AfterEach
    void close() throws IOException {
        for (SocketPeer peer : peers) {
            peer.close();
        }
        server.close();
        writer.close();
    }

    private SocketPeer connect() throws IOException {
        SocketPeer peer = SocketPeer.writing(port);
        peers.add(peer);
        return peer;
    }

    private static void load(SocketPeer peer, int id, long oid) throws IOException {
        peer.call(id, "loadBefore", ZeoCodec.id(oid), ZeoCodec.id(Long.MAX_VALUE));
    }

    /** Clients that ask for more than their sockets take, and do not read. */
    private List<SocketPeer> stopped() throws IOException {
        List<SocketPeer> stopped = new ArrayList<>();
        for (int i = 0; i < STOPPED; i++) {
            SocketPeer peer = connect();
            for (int id = 2; id < 2 + LOADS; id++) {
                load(peer, id, LONG_OID);
            }
            stopped.add(peer);
        }
        AtomicInteger before = new AtomicInteger();
        AtomicInteger same = new AtomicInteger();
        Await.until(
                "nothing is read any more",
                LIMIT,
                () -> loads.get() >= STOPPED
                        && (before.getAndSet(loads.get()) == loads.get() ? same.incrementAndGet() : same.getAndSet(0))
                                > 200);
        return stopped;
    }

    /** How many of its requests are answered with an object. */
    private static int answers(SocketPeer peer) {
        int found = 0;
        try {
            for (int i = 0; i < LOADS; i++) {
                found += peer.next().flag() == 0 ? 1 : 0;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }

    private static SocketPeer.Reply reply(SocketPeer peer, int id) {
        try {
            return peer.reply(id);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void shouldMakeFewLongAnswersForClientsThatDoNotRead() throws IOException {
        List<SocketPeer> stopped = stopped();
        failing = true; // so what comes now was made before
        List<CompletableFuture<Integer>> made = stopped.stream()
                .map(peer -> CompletableFuture.supplyAsync(() -> answers(peer), task -> new Thread(task).start()))
                .toList();
        assertThat(made.stream().mapToInt(CompletableFuture::join).sum()).isBetween(1, 2);
        assertThat(log).isNotEmpty().allMatch(line -> line.contains("a disk must work"));
    }

    @Test
    void shouldAnswerThoseWhoReadWhileOthersHaveStopped() throws IOException {
        stopped();
        SocketPeer reader = connect();
        load(reader, 2, SMALL_OID);
        assertThat(reader.reply(2).flag()).isZero(); // waits for nobody
        inMemory = true;
        load(reader, 3, LONG_OID);
        reader.call(4, "ping");
        assertThat(reader.reply(4).flag()).isZero(); // so the other one waits
        CompletableFuture<SocketPeer.Reply> answer = CompletableFuture.supplyAsync(() -> reply(reader, 3));
        int timers = clock.pending();
        for (int i = 0; i < 5; i++) { // until they have waited for ten seconds
            clock.advance(Duration.ofSeconds(2));
            Await.until("it goes on", LIMIT, () -> clock.pending() == timers);
        }
        assertThat(answer.join().content().asArrayValue().get(0).asBinaryValue().asByteArray())
                .hasSize(LONG);
        assertThat(log)
                .filteredOn(line -> !line.contains("stopped answering")) // on Linux the kernel ends such links, too
                .hasSize(2) // those that have had the memory
                .allMatch(line -> line.matches("link ended: peer=.*, an answer must be read while others wait for"
                        + " memory: bytes=8389120, waiting=[0-9]+"));
        load(reader, 5, SMALL_OID);
        assertThat(reader.reply(5).flag()).isZero();
    }

    @Test
    void shouldForgetWhoIsGone() throws IOException {
        for (SocketPeer peer : stopped()) {
            peer.close();
        }
        SocketPeer reader = connect();
        load(reader, 2, LONG_OID);
        assertThat(reader.reply(2).flag()).isZero();
    }
}
