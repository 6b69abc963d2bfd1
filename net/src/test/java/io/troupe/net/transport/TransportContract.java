// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.troupe.core.error.LinkRefusedException;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.timer.Timeout;
import io.troupe.net.support.LeakRecorder;
import io.troupe.testkit.Await;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every transport does, whatever carries it. */
public abstract class TransportContract {
    private static final long MANY = 20L << 20;
    private static final TransportConfig CONFIG =
            TransportConfig.defaults().socketBufferBytes(64 << 10).marks(64 << 10, 256 << 10);

    private Transport server;
    private Transport client;

    /** A new one. */
    protected abstract Transport transport(String name, TransportConfig config) throws Exception;

    /** Where to listen; a free place. */
    protected abstract Address anywhere() throws Exception;

    /** A place where nobody listens. */
    protected abstract Address nowhere() throws Exception;

    /** Whether the other side can tell an abort from an end in order. */
    protected boolean tellsAbort() {
        return true;
    }

    /** Whether each transport has a loop of its own, so that the loop of one may wait for the other. */
    protected boolean hasLoopsOfItsOwn() {
        return true;
    }

    /** So many connections that what each of them leaves behind would show. */
    protected int manyConnections() {
        return 200;
    }

    @BeforeEach
    void begin() throws Exception {
        server = transport("troupe-transport-server", CONFIG);
        client = transport("troupe-transport-client", CONFIG);
    }

    @AfterEach
    void end() {
        client.close();
        server.close();
        Await.until("the threads have ended", Peer.LIMIT, () -> threads().isEmpty());
    }

    /** Of no test before: only a collection shows what was lost, and one is enough. */
    @AfterAll
    static void expectNoLeaks() {
        assertThat(LeakRecorder.leaks()).isEmpty();
    }

    @Test
    void shouldEchoFramesThatAreCutAtRandom() throws Exception {
        Address at = listen(() -> new Peer((connection, bytes, from, to) -> {
            int used = Frames.whole(bytes, from, to);
            connection.write(bytes, from, from + used);
            connection.flush();
            return used;
        }));
        Peer peer = dial(at, new Peer());
        byte[] frames = Frames.random(new Random(7), 400);
        peer.connection().execute(() -> Frames.sendCut(peer.connection(), frames, new Random(8)));
        peer.awaitReceived(frames.length);
        assertThat(peer.kept()).isEqualTo(frames);
    }

    @Test
    void shouldHoldBackASenderWhoseReceiverStops() throws Exception {
        Stream receiver = new Stream(0, MANY) {
            @Override
            public void onOpen(Connection connection) {
                super.onOpen(connection);
                connection.reading(false);
            }
        };
        Stream sender = dial(listen(() -> receiver), new Stream(MANY, 0));
        sender.start();
        awaitStandstill(sender);
        assertThat(sender.sent.get()).isLessThan(MANY / 4);
        assertThat(receiver.received.get()).isZero();
        receiver.connection().execute(() -> receiver.connection().reading(true));
        receiver.awaitReceived(MANY);
        assertThat(sender.writables.get()).isPositive();
        assertThat(sender.mostUnsent.get()).isLessThan(2L * CONFIG.highMark());
        assertThat(receiver.closes).isEmpty();
    }

    @Test
    void shouldCarryBothDirectionsAtOnce() throws Exception {
        Stream one = new Stream(MANY / 4, MANY / 4);
        Stream other = dial(listen(() -> one), new Stream(MANY / 4, MANY / 4));
        one.start();
        other.start();
        one.awaitReceived(MANY / 4);
        other.awaitReceived(MANY / 4);
        assertThat(one.closes).isEmpty();
        assertThat(other.closes).isEmpty();
    }

    @Test
    void shouldDeliverALargeFrameOfWhichOnlyTheWholeIsUsed() throws Exception {
        int size = 3 << 20;
        Peer receiver = new Peer((connection, bytes, from, to) -> to - from < size ? 0 : size);
        Peer sender = dial(listen(() -> receiver), new Peer());
        sender.send(new byte[size]);
        receiver.awaitReceived(size);
        assertThat(receiver.received.get()).isEqualTo(size);
    }

    @Test
    void shouldDeliverTheRestAgainWhenReadingGoesOn() throws Exception {
        Peer receiver = new Peer((connection, bytes, from, to) -> {
            connection.reading(false);
            return 1;
        });
        Peer sender = dial(listen(() -> receiver), new Peer());
        sender.send(new byte[3]);
        for (int count = 1; count <= 3; count++) {
            receiver.awaitReceived(count);
            assertThat(receiver.received.get()).isEqualTo(count);
            receiver.connection().execute(() -> receiver.connection().reading(true));
        }
        assertThat(receiver.closes).isEmpty();
    }

    @Test
    void shouldSendAllBeforeItCloses() throws Exception {
        Peer receiver = new Peer();
        Peer sender = dial(listen(() -> receiver), new Peer());
        byte[] all = new byte[3 << 20];
        new Random(3).nextBytes(all);
        sender.connection().execute(() -> {
            sender.connection().write(all, 0, all.length);
            sender.connection().close();
            sender.connection().write(all, 0, all.length); // too late
        });
        assertThat(receiver.closed()).isEqualTo("null");
        assertThat(sender.closed()).isEqualTo("null");
        assertThat(Arrays.equals(receiver.kept(), all)).isTrue();
    }

    @Test
    void shouldDeliverAllBeforeTheEndToAListenerThatStopsReading() throws Exception {
        int count = 200;
        Peer receiver = new Peer((connection, bytes, from, to) -> {
            connection.reading(false);
            return 1;
        });
        Peer sender = dial(listen(() -> receiver), new Peer());
        sender.connection().execute(() -> {
            sender.connection().write(new byte[count], 0, count);
            sender.connection().close();
        });
        for (int come = 1; come <= count; come++) {
            receiver.awaitReceived(come);
            receiver.connection().execute(() -> receiver.connection().reading(true));
        }
        assertThat(receiver.closed()).isEqualTo("null");
        assertThat(sender.closed()).isEqualTo("null");
    }

    @Test
    void shouldEndWhenItClosesBehindTheOtherSideWithoutReadingOn() throws Exception {
        Peer receiver = new Peer((connection, bytes, from, to) -> {
            connection.reading(false);
            return 0;
        });
        Peer sender = dial(listen(() -> receiver), new Peer());
        sender.connection().execute(() -> {
            sender.connection().write(new byte[9], 0, 9);
            sender.connection().close();
        });
        receiver.connection().close();
        assertThat(receiver.closed()).isEqualTo("null");
        assertThat(sender.closed()).isEqualTo("null");
    }

    @Test
    void shouldCloseAtOnceWhenAborted() throws Exception {
        Peer receiver = new Peer(connection -> connection.reading(false));
        Peer sender = dial(listen(() -> receiver), new Peer());
        sender.send(new byte[1 << 20]);
        receiver.connection();
        sender.connection().abort();
        assertThat(sender.closed()).isEqualTo("aborted by this side");
        receiver.connection().execute(() -> receiver.connection().reading(true));
        String cause = receiver.closed();
        if (tellsAbort()) {
            assertThat(cause).isEqualTo("connection reset by peer");
        }
    }

    /** The loop of the other side has ended, and this side has not heard of it yet. */
    @Test
    void shouldTellTheEndToWhoWritesWhenTheOtherTransportIsGone() throws Exception {
        assumeThat(hasLoopsOfItsOwn()).isTrue();
        Peer accepted = new Peer();
        Peer dialled = dial(listen(() -> accepted), new Peer());
        Connection connection = accepted.connection();
        connection.execute(() -> {
            connection.write(new byte[1], 0, 1);
            connection.flush();
            dialled.connection().abort();
            dialled.closed();
            client.close();
        });
        String cause = accepted.closed();
        if (tellsAbort()) {
            assertThat(cause).isEqualTo("connection reset by peer");
        }
        server.close();
        assertThat(accepted.closes).hasSize(1);
    }

    @Test
    void shouldTellTheEndOnceWhoeverBringsIt() throws Exception {
        Peer one = new Peer();
        Peer other = dial(listen(() -> one), new Peer());
        one.connection().close();
        other.connection().close();
        one.connection().abort();
        other.connection().close();
        one.closed();
        other.closed();
        client.close();
        server.close();
        assertThat(one.closes).hasSize(1);
        assertThat(other.closes).hasSize(1);
    }

    @Test
    void shouldRunTasksOnTheLoopUntilItCloses() throws Exception {
        listen(Peer::new);
        Peer peer = dial(listen(Peer::new), new Peer());
        ConcurrentLinkedQueue<String> ran = new ConcurrentLinkedQueue<>();
        Connection connection = peer.connection();
        assertThat(connection.inLoop()).isFalse();
        connection.execute(() -> ran.add("now " + connection.inLoop()));
        Timeout soon = connection.schedule(1_000, () -> ran.add("soon " + connection.inLoop()));
        Timeout never = connection.schedule(TimeUnit.HOURS.toNanos(1), () -> ran.add("never"));
        Timeout late = connection.schedule(TimeUnit.HOURS.toNanos(1), () -> ran.add("late"));
        Await.until("both ran", Peer.LIMIT, () -> ran.size() == 2);
        assertThat(ran).containsExactlyInAnyOrder("now true", "soon true");
        assertThat(soon.isPending()).isFalse();
        assertThat(soon.cancel()).isFalse();
        assertThat(never.cancel()).isTrue();
        assertThat(never.isPending()).isFalse();
        assertThat(late.isPending()).isTrue();
        connection.close();
        peer.closed();
        Await.until("the last one is cancelled", Peer.LIMIT, () -> !late.isPending());
        assertThat(connection.schedule(0, () -> ran.add("after the end")).isPending())
                .isFalse();
        client.close();
        assertThat(ran).hasSize(2);
    }

    /** Else who has found it open would wait for ever for what the task was to begin. */
    @Test
    void shouldRunTasksThatComeWhileItEnds() throws Exception {
        CompletableFuture<String> ran = new CompletableFuture<>();
        Peer ending = new Peer() {
            @Override
            public void onClose(String cause) {
                connection().execute(() -> ran.complete("ran"));
                super.onClose(cause);
            }
        };
        dial(listen(Peer::new), ending).connection().close();
        assertThat(ran.get(Peer.LIMIT.toSeconds(), TimeUnit.SECONDS)).isEqualTo("ran");
    }

    @Test
    void shouldAbortWhenTheListenerOrATaskThrows() throws Exception {
        Peer fails = new Peer((connection, bytes, from, to) -> {
            throw new IllegalStateException("on purpose");
        });
        Address at = listen(() -> fails);
        Peer peer = dial(at, new Peer());
        peer.send(new byte[10]);
        assertThat(fails.closed()).contains("its listener failed").contains("on purpose");
        peer.closed();
        Peer second = dial(listen(Peer::new), new Peer());
        second.connection().execute(() -> {
            throw new IllegalStateException("on purpose");
        });
        assertThat(second.closed()).contains("on purpose");
        assertThatThrownBy(() -> dial(listen(Peer::new), new Peer((Connection connection) -> {
                    throw new IllegalStateException("on purpose");
                })))
                .isInstanceOf(LinkRefusedException.class)
                .hasMessageContaining("its listener failed, java.lang.IllegalStateException: on purpose");
    }

    @Test
    void shouldSayThatNobodyAnswers() throws Exception {
        Address at = nowhere();
        assertThatThrownBy(() -> dial(at, new Peer()))
                .isInstanceOf(LinkRefusedException.class)
                .hasMessageContaining("connection refused")
                .hasMessageContaining("address=" + at);
    }

    @Test
    void shouldNotListenWhereSomebodyListens() throws Exception {
        Address taken = listen(Peer::new);
        assertThatThrownBy(() -> client.listen(taken, Peer::new).await(Peer.LIMIT))
                .isInstanceOf(LinkRefusedException.class)
                .hasMessageContaining("an address must be one to listen at: address=" + taken + ", cause=");
        dial(taken, new Peer()); // the first one is unharmed
    }

    @Test
    void shouldListenAgainAfterClosing() throws Exception {
        Peer accepted = new Peer();
        Listener first = server.listen(anywhere(), () -> accepted).await(Peer.LIMIT);
        Peer stays = dial(first.address(), new Peer());
        // a connection that still waits to be accepted ends with the socket
        Await.until("it is accepted", Peer.LIMIT, () -> accepted.open.get() != null);
        first.close();
        first.close();
        assertThatThrownBy(() -> dial(first.address(), new Peer())).isInstanceOf(LinkRefusedException.class);
        assertThat(stays.closes).isEmpty();
        Listener second = client.listen(first.address(), Peer::new).await(Peer.LIMIT);
        dial(second.address(), new Peer());
    }

    @Test
    void shouldLetNobodyInFromTheMomentItIsClosed() throws Exception {
        for (int i = 0; i < 200; i++) {
            Listener listener = server.listen(anywhere(), Peer::new).await(Peer.LIMIT);
            listener.close();
            assertThatThrownBy(() -> dial(listener.address(), new Peer())).isInstanceOf(LinkRefusedException.class);
        }
    }

    @Test
    void shouldCloseConnectionsOverTheMaximum() throws Exception {
        AtomicInteger accepted = new AtomicInteger();
        try (Transport small = transport("troupe-transport-small", CONFIG.maxConnections(2))) {
            Address at = small.listen(anywhere(), () -> {
                        accepted.incrementAndGet();
                        return new Peer();
                    })
                    .await(Peer.LIMIT)
                    .address();
            Peer first = dial(at, new Peer());
            dial(at, new Peer());
            Peer third = new Peer();
            Promise<Connection> refused = client.connect(at, third);
            Await.until("the third is closed", Peer.LIMIT, () -> refused.isFailed() || !third.closes.isEmpty());
            assertThat(accepted.get()).isEqualTo(2);
            first.connection().close();
            first.closed();
            Await.until("there is room again", Peer.LIMIT, () -> {
                Peer next = new Peer();
                client.connect(at, next);
                return accepted.get() >= 3;
            });
        }
    }

    @Test
    void shouldLeaveNothingBehindAfterManyConnections() throws Exception {
        Address at = listen(Peer::new);
        cycle(at); // opens what stays open
        int files = openFiles();
        int threads = threads().size();
        for (int i = 0; i < manyConnections(); i++) {
            cycle(at);
        }
        Await.until("descriptors are closed", Peer.LIMIT, () -> openFiles() <= files);
        assertThat(threads().size()).isLessThanOrEqualTo(threads + 8); // helpers begin as needed, four at most each
    }

    @Test
    void shouldRefuseWhenItIsClosed() throws Exception {
        Address at = listen(Peer::new);
        Peer peer = dial(at, new Peer());
        client.close();
        assertThat(peer.closed()).isEqualTo("null");
        assertThatThrownBy(() -> dial(at, new Peer()))
                .isInstanceOf(LinkRefusedException.class)
                .hasMessageContaining("closed");
        assertThatThrownBy(() -> client.listen(anywhere(), Peer::new).await(Peer.LIMIT))
                .isInstanceOf(LinkRefusedException.class)
                .hasMessageContaining("closed");
        client.close();
    }

    private void cycle(Address at) {
        Peer peer = dial(at, new Peer());
        peer.connection().close();
        peer.closed();
    }

    private Address listen(Supplier<? extends ConnectionListener> listeners) throws Exception {
        return server.listen(anywhere(), listeners).await(Peer.LIMIT).address();
    }

    private <P extends Peer> P dial(Address at, P peer) {
        Connection connection = client.connect(at, peer).await(Peer.LIMIT);
        assertThat(connection).isSameAs(peer.open.get());
        return peer;
    }

    /** Until the sender is full and nothing moves any more: the same for many looks on its loop. */
    private static void awaitStandstill(Stream sender) {
        AtomicInteger same = new AtomicInteger();
        Connection connection = sender.connection();
        long[] before = {-1};
        Runnable look = new Runnable() {
            @Override
            public void run() {
                boolean still = !connection.isWritable() && connection.unsent() == before[0];
                before[0] = connection.unsent();
                if ((still ? same.incrementAndGet() : same.getAndSet(0)) < 100) {
                    connection.schedule(1_000_000, this);
                }
            }
        };
        connection.execute(look);
        Await.until("the sender stands still", Peer.LIMIT, () -> same.get() >= 100);
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("troupe-transport-"))
                .toList();
    }

    private static int openFiles() {
        String[] entries = new File("/proc/self/fd").list();
        return entries == null
                ? 0
                : (int) Arrays.stream(entries)
                        .filter(TransportContract::isSocket)
                        .count();
    }

    private static boolean isSocket(String entry) {
        try {
            return Files.readSymbolicLink(java.nio.file.Path.of("/proc/self/fd", entry))
                    .toString()
                    .startsWith("socket");
        } catch (IOException e) {
            return false; // closed in the meantime
        }
    }
}
