// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.zeo;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.dispatch.timer.Clock;
import io.troupe.dispatch.timer.ManualClock;
import io.troupe.examples.objstore.filestorage.FileStorageWriter;
import io.troupe.examples.objstore.filestorage.ObjectStorage;
import io.troupe.net.transport.Address;
import io.troupe.testkit.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Long messages that come in part share memory: they wait for each other, and nobody stops the others for ever. */
class LongMessageTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration INTERVAL = Duration.ofSeconds(2);
    private static final int KIB = 1 << 10;
    private static final int PING = 2;
    /** Fewer than may be under way. */
    private static final int MANY = 50;
    /** With the buffer that it comes in as much as there is. */
    private static final int LONG = 500 * KIB;

    @TempDir
    private Path folder;

    private final ManualClock clock = new ManualClock();

    @AutoClose
    private TestServer server;

    private int idleTimers;

    @BeforeEach
    void serve() throws IOException {
        server = new TestServer(folder.resolve("Data.fs"), MemoryBudget.of(1 << 20), clock);
        idleTimers = clock.pending();
    }

    /** Sends the first bytes of a long message; the rest is returned. */
    private static byte[] half(SocketPeer peer) throws IOException {
        byte[] frame = ScriptedClient.frame(PING, "ping", new byte[LONG]);
        peer.out.writeInt(frame.length);
        peer.out.write(frame, 0, 100 * KIB);
        peer.out.flush();
        byte[] rest = new byte[frame.length - 100 * KIB];
        System.arraycopy(frame, 100 * KIB, rest, 0, rest.length);
        return rest;
    }

    /** On a thread of its own: while the server reads no further, it blocks. */
    private static CompletableFuture<Integer> finish(SocketPeer peer, byte[] rest) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                peer.out.write(rest);
                peer.out.flush();
                return peer.reply(PING).flag();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** A timer runs while somebody waits. */
    private void awaitWaiting(boolean somebody) {
        Await.until("they wait", LIMIT, () -> clock.pending() == idleTimers + (somebody ? 1 : 0));
    }

    @Test
    void shouldLetLongMessagesInOneAfterTheOther() throws IOException {
        SocketPeer first = server.writing();
        SocketPeer second = server.writing();
        byte[] rest = half(first);
        byte[] other = half(second);
        awaitWaiting(true); // one of them
        List<CompletableFuture<Integer>> answers = List.of(finish(first, rest), finish(second, other));
        assertThat(answers).allMatch(answer -> answer.join() == 0);
        awaitWaiting(false);
        clock.advance(PATIENCE);
        assertThat(server.log).isEmpty();
    }

    @Test
    void shouldEndWhoStopsWhileOthersWaitAndServeSmallMessagesMeanwhile() throws IOException {
        List<SocketPeer> stopped = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            SocketPeer peer = server.writing();
            half(peer);
            stopped.add(peer);
        }
        awaitWaiting(true);
        SocketPeer small = server.writing();
        small.begin();
        small.store(1, new byte[60 * KIB]);
        small.call(PING, "ping");
        assertThat(small.reply(PING).flag()).isZero();
        clock.advance(PATIENCE.minusMillis(1));
        assertThat(server.log).isEmpty();
        Await.until("they end", LIMIT, () -> {
            clock.advance(INTERVAL);
            return server.log.size() == stopped.size() - 1;
        });
        awaitWaiting(false);
        clock.advance(PATIENCE.multipliedBy(2)); // nobody needs the memory
        assertThat(server.log)
                .hasSize(19)
                .allMatch(line -> line.matches("link ended: peer=.*, a message must keep coming while others wait for"
                        + " memory: bytes=[0-9]+, waiting=[0-9]+"));
        small.call(PING, "ping");
        assertThat(small.reply(PING).flag()).isZero();
    }

    /** The committer may be at the disk for a while when somebody wants to register. */
    @Test
    void shouldReadNoFurtherWhileARegistrationWaits() throws Exception {
        CountDownLatch busy = new CountDownLatch(1);
        AtomicBoolean atTheDisk = new AtomicBoolean();
        AtomicInteger sent = new AtomicInteger();
        AtomicInteger before = new AtomicInteger();
        AtomicInteger same = new AtomicInteger();
        try (FileStorageWriter writer = FileStorageWriter.open(folder.resolve("Busy.fs"));
                ZeoServer slow = new ZeoServer(
                        new ObjectStorage.Forwarding(writer.storage()) {
                            @Override
                            public long head() {
                                if (atTheDisk.get()) {
                                    try {
                                        busy.await();
                                    } catch (InterruptedException e) {
                                        throw new IllegalStateException(e);
                                    }
                                }
                                return super.head();
                            }
                        },
                        writer,
                        MemoryBudget.of(256 << 20),
                        Clock.system(),
                        line -> {});
                SocketPeer peer = new SocketPeer(slow.listen(Address.parse("tcp://127.0.0.1:0"))
                        .await(LIMIT)
                        .port())) {
            peer.send("M5".getBytes(StandardCharsets.US_ASCII));
            peer.receive();
            atTheDisk.set(true);
            peer.call(1, "register", "1", false);
            CompletableFuture<Void> all = CompletableFuture.runAsync(() -> {
                try {
                    for (int i = 0; i < MANY; i++) {
                        peer.call(PING, "ping", new byte[1 << 20]);
                        sent.incrementAndGet();
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            Await.until(
                    "the sender waits",
                    LIMIT,
                    () -> (before.getAndSet(sent.get()) == sent.get() ? same.incrementAndGet() : same.getAndSet(0))
                            > 200);
            assertThat(sent.get()).isLessThan(MANY / 2); // some are in the sockets

            busy.countDown();

            assertThat(peer.reply(1).flag()).isZero();
            for (int i = 0; i < MANY; i++) {
                assertThat(peer.reply(PING).flag()).isZero();
            }
            all.join();
        }
    }

    @Test
    void shouldForgetWhoIsGone() throws IOException {
        SocketPeer first = server.writing();
        SocketPeer second = server.writing();
        half(first);
        half(second);
        awaitWaiting(true);
        first.close();
        second.close();
        awaitWaiting(false);
        SocketPeer third = server.writing();
        assertThat(finish(third, half(third)).join()).isZero();
    }
}
