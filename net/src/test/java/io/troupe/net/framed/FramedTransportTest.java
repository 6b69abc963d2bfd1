// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.framed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.net.transport.Address;
import io.troupe.net.transport.Connection;
import io.troupe.net.transport.ConnectionListener;
import io.troupe.net.transport.Transport;
import io.troupe.net.transport.TransportConfig;
import io.troupe.testkit.Await;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FramedTransportTest {
    private static final FramedConfig CONFIG = new FramedConfig(100_000, 300_000);

    private static final int HIGH_MARK = TransportConfig.defaults().highMark();

    private final Transport sockets = Transport.ofSockets("troupe-framed", TransportConfig.defaults());
    private final FramedTransport framed = FramedTransport.over(sockets, CONFIG);
    private final RecordingHandler server = new RecordingHandler();

    @AfterEach
    void close() {
        sockets.close();
    }

    private Address listen(String address, FrameHandler handler) {
        return framed.listen(Address.parse(address), () -> handler)
                .await(RecordingHandler.LIMIT)
                .address();
    }

    private FramedConnection dial(Address address, FrameHandler handler) {
        return framed.connect(address, handler).await(RecordingHandler.LIMIT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp://127.0.0.1:0", "inproc://frames"})
    void shouldCarryFramesOfAllSizesInOrder(String address) {
        FramedConnection client = dial(listen(address, server), new RecordingHandler());
        Random random = new Random(5);
        byte[][] sent = new byte[300][];
        for (int i = 0; i < sent.length; i++) {
            sent[i] = new byte[i == 0 ? 0 : i % 50 == 0 ? CONFIG.maxFrameBytes() : random.nextInt(2_000)];
            random.nextBytes(sent[i]);
            byte[] frame = sent[i];
            Await.until("there is room", RecordingHandler.LIMIT, () -> client.send(frame) == FrameAcceptance.QUEUED);
        }
        server.awaitFrames(sent.length);
        assertThat(server.frames.toArray(byte[][]::new)).isDeepEqualTo(sent);
    }

    @Test
    void shouldHoldBackASenderWhoseReceiverStops() {
        RecordingHandler sender = new RecordingHandler();
        FramedConnection client = dial(listen("tcp://127.0.0.1:0", server), sender);
        server.connection().reading(false);
        byte[] frame = new byte[50_000];
        int sent = 0;
        while (client.send(frame) == FrameAcceptance.QUEUED) {
            sent++;
            assertThat(client.queuedBytes()).isLessThanOrEqualTo(CONFIG.maxQueuedBytes());
        }
        server.connection().reading(true);
        server.awaitFrames(sent);
        Await.until("the sender is told", RecordingHandler.LIMIT, () -> sender.writables.get() > 0);
        assertThat(client.send(frame)).isEqualTo(FrameAcceptance.QUEUED);
        server.awaitFrames(sent + 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp://127.0.0.1:0", "inproc://sent"})
    void shouldTellWhenFramesHaveLeft(String address) {
        RecordingHandler sender = new RecordingHandler();
        FramedConnection client = dial(listen(address, server), sender);
        server.connection().reading(false);
        byte[] frame = new byte[CONFIG.maxFrameBytes()];
        AtomicInteger sent = new AtomicInteger();
        AtomicInteger told = new AtomicInteger();
        Await.until("much has not left", RecordingHandler.LIMIT, () -> {
            while (client.send(frame) == FrameAcceptance.QUEUED) {
                sent.incrementAndGet();
            }
            told.set(sender.sents.size());
            return unsent(client) > HIGH_MARK;
        });

        server.connection().reading(true);

        server.awaitFrames(sent.get());
        Await.until("it is told", RecordingHandler.LIMIT, () -> sender.sents.size() > told.get());
        Await.until("all has left", RecordingHandler.LIMIT, () -> unsent(client) == 0);
        assertThat(sender.sents).allMatch(bytes -> bytes <= HIGH_MARK);
    }

    private static long unsent(FramedConnection connection) {
        return CompletableFuture.supplyAsync(connection::unsentBytes, connection.loop())
                .join();
    }

    @Test
    void shouldReadNoMoreOfAFrameThanItsHandlerHasMemoryFor() {
        AtomicBoolean room = new AtomicBoolean();
        List<Integer> parts = new CopyOnWriteArrayList<>();
        RecordingHandler careful = new RecordingHandler() {
            @Override
            public boolean onPart(int size, int come) {
                assertThat(come).isLessThan(size);
                parts.add(size);
                return room.get();
            }
        };
        FramedConnection client = dial(listen("tcp://127.0.0.1:0", careful), new RecordingHandler());
        client.send(new byte[3]);
        client.send(new byte[CONFIG.maxFrameBytes()]);
        Await.until("it is asked", RecordingHandler.LIMIT, () -> !parts.isEmpty());
        careful.awaitFrames(1);
        assertThat(parts).hasSize(1);
        careful.connection().reading(true);
        Await.until("it is asked again", RecordingHandler.LIMIT, () -> parts.size() == 2);

        room.set(true);
        careful.connection().reading(true);

        careful.awaitFrames(2);
        assertThat(careful.frames.get(1)).hasSize(CONFIG.maxFrameBytes());
        assertThat(parts).containsOnly(CONFIG.maxFrameBytes());
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp://127.0.0.1:0", "inproc://loop"})
    void shouldRunTasksOnItsLoopUntilTheTransportCloses(String address) {
        AtomicReference<@Nullable Thread> loopThread = new AtomicReference<>();
        RecordingHandler noting = new RecordingHandler() {
            @Override
            public void onFrame(ByteBuffer frame) {
                loopThread.set(Thread.currentThread());
                super.onFrame(frame);
            }
        };
        FramedConnection client = dial(listen(address, noting), new RecordingHandler());
        client.send(new byte[1]);
        noting.awaitFrames(1);
        Executor loop = noting.connection().loop();

        assertThat(threadOf(loop)).isEqualTo(loopThread.get());
        client.abort();
        Await.until("it has ended", RecordingHandler.LIMIT, () -> noting.closes.size() == 1);
        assertThat(threadOf(loop)).isEqualTo(loopThread.get());
        sockets.close();
        assertThatThrownBy(() -> loop.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
    }

    private static Thread threadOf(Executor loop) {
        return CompletableFuture.supplyAsync(Thread::currentThread, loop)
                .orTimeout(30, TimeUnit.SECONDS)
                .join();
    }

    @Test
    void shouldDeliverNoFurtherFrameAfterAStopWithinOne() {
        RecordingHandler once = new RecordingHandler() {
            @Override
            public void onFrame(ByteBuffer frame) {
                connection().reading(false);
                super.onFrame(frame);
            }
        };
        FramedConnection client = dial(listen("tcp://127.0.0.1:0", once), new RecordingHandler());
        for (int i = 0; i < 3; i++) {
            client.send(new byte[] {(byte) i});
        }
        for (int i = 1; i <= 3; i++) {
            once.awaitFrames(i);
            assertThat(once.frames).hasSize(i);
            once.connection().reading(true);
        }
        assertThat(once.frames).extracting(frame -> frame[0]).containsExactly((byte) 0, (byte) 1, (byte) 2);
    }

    @Test
    void shouldSendAllBeforeItCloses() {
        RecordingHandler sender = new RecordingHandler();
        FramedConnection client = dial(listen("tcp://127.0.0.1:0", server), sender);
        byte[] frame = new byte[20_000];
        Arrays.fill(frame, (byte) 7);
        for (int i = 0; i < 14; i++) {
            assertThat(client.send(frame)).isEqualTo(FrameAcceptance.QUEUED);
        }
        client.close();
        assertThat(client.send(frame)).isEqualTo(FrameAcceptance.CLOSED);
        assertThat(server.closed()).isEqualTo("null");
        assertThat(sender.closed()).isEqualTo("null");
        assertThat(server.frames).hasSize(14);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp://127.0.0.1:0", "inproc://closed"})
    void shouldCountWhatHasNotLeftOnceWhenItCloses(String address) {
        FramedConnection client = dial(listen(address, server), new RecordingHandler());
        server.connection().reading(false);
        long before = fill(client);

        client.close();

        assertThat(unsent(client)).isLessThan(before + CONFIG.maxFrameBytes());
        server.connection().reading(true);
        Await.until("it has ended", RecordingHandler.LIMIT, () -> server.closes.size() == 1);
        Await.until("nothing counts", RecordingHandler.LIMIT, () -> unsent(client) == 0);
    }

    /** Sends until nothing leaves any more, and the queue is full. Returns how much has not left. */
    private static long fill(FramedConnection client) {
        byte[] frame = new byte[CONFIG.maxFrameBytes()];
        Await.until("much has not left", RecordingHandler.LIMIT, () -> {
            while (client.send(frame) == FrameAcceptance.QUEUED) {
                // until it is full
            }
            return unsent(client) > HIGH_MARK + CONFIG.maxFrameBytes();
        });
        return unsent(client);
    }

    @Test
    void shouldCountNothingWhenItHasEnded() {
        RecordingHandler sender = new RecordingHandler();
        FramedConnection client = dial(listen("tcp://127.0.0.1:0", server), sender);
        server.connection().reading(false);
        fill(client);
        client.abort();
        assertThat(sender.closed()).isEqualTo("aborted by this side");
        assertThat(unsent(client)).isZero();
    }

    /** As of a program that says that it has no more to ask, and waits for answers. */
    @ParameterizedTest
    @ValueSource(strings = {"tcp", "ipc"})
    void shouldAnswerAPeerThatSendsNoMore(String scheme, @TempDir Path folder) throws Exception {
        RecordingHandler echo = new RecordingHandler() {
            @Override
            public void onFrame(ByteBuffer frame) {
                super.onFrame(frame);
                connection().send(frames.get(frames.size() - 1));
            }
        };
        try (SocketChannel peer = plain(listen(anywhere(scheme, folder), echo))) {
            send(peer, new byte[] {0, 0, 0, 2, 7, 8, 0, 0, 0, 0});
            peer.shutdownOutput();
            assertThat(rest(peer)).containsExactly(0, 0, 0, 2, 7, 8, 0, 0, 0, 0);
        }
        assertThat(echo.closed()).isEqualTo("null");
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "ipc"})
    void shouldAnswerLaterAPeerThatSendsNoMore(String scheme, @TempDir Path folder) throws Exception {
        RecordingHandler slow = new RecordingHandler() {
            @Override
            public boolean onInputEnd() {
                ends.incrementAndGet();
                return true;
            }
        };
        byte[] large = new byte[CONFIG.maxFrameBytes()];
        try (SocketChannel peer = plain(listen(anywhere(scheme, folder), slow))) {
            send(peer, new byte[] {0, 0, 0, 0});
            peer.shutdownOutput();
            Await.until("it is told", RecordingHandler.LIMIT, () -> slow.ends.get() == 1);
            assertThat(slow.closes).isEmpty();
            slow.connection().send(large);
            slow.connection().send(large);
            slow.connection().close();
            assertThat(rest(peer)).hasSize(2 * (4 + large.length));
        }
        assertThat(slow.closed()).isEqualTo("null");
        assertThat(slow.ends).hasValue(1);
    }

    /** Whoever keeps a connection for answers finds out by sending that nobody reads them. */
    @Test
    void shouldEndWhenItAnswersAPeerThatIsGone() throws Exception {
        RecordingHandler slow = new RecordingHandler() {
            @Override
            public boolean onInputEnd() {
                ends.incrementAndGet();
                return true;
            }
        };
        try (SocketChannel peer = plain(listen("tcp://127.0.0.1:0", slow))) {
            send(peer, new byte[] {0, 0, 0, 0});
        }
        Await.until("it is told", RecordingHandler.LIMIT, () -> slow.ends.get() == 1);
        Await.until("it has ended", RecordingHandler.LIMIT, () -> {
            slow.connection().send(new byte[9]);
            return slow.closes.size() == 1;
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4, 7})
    void shouldTellAnEndWithinAFrame(int bytes) throws Exception {
        try (SocketChannel peer = plain(listen("tcp://127.0.0.1:0", server))) {
            send(peer, new byte[] {0, 0, 0, 1, 9});
            send(peer, Arrays.copyOf(new byte[] {0, 0, 0, 9}, bytes));
        }
        assertThat(server.closed()).isEqualTo("the connection has ended within a frame: bytes=" + bytes);
        assertThat(server.frames).hasSize(1);
    }

    @Test
    void shouldTellAnEndWithinAFrameToAHandlerThatHadNoMemoryForIt() throws Exception {
        AtomicBoolean asked = new AtomicBoolean();
        RecordingHandler careful = new RecordingHandler() {
            @Override
            public boolean onPart(int size, int come) {
                return asked.getAndSet(true);
            }
        };
        try (SocketChannel peer = plain(listen("tcp://127.0.0.1:0", careful))) {
            send(peer, new byte[] {0, 0, 0, 9, 1});
        }
        Await.until("it is asked", RecordingHandler.LIMIT, asked::get);
        careful.connection().reading(true);
        assertThat(careful.closed()).isEqualTo("the connection has ended within a frame: bytes=5");
    }

    @Test
    void shouldTellNoFrameThatItDidNotWaitFor() {
        RecordingHandler careful = new RecordingHandler() {
            @Override
            public boolean onPart(int size, int come) {
                connection().close();
                return true;
            }
        };
        FramedConnection client = dial(listen("tcp://127.0.0.1:0", careful), new RecordingHandler());
        client.send(new byte[CONFIG.maxFrameBytes()]);
        assertThat(careful.closed()).isEqualTo("null");
    }

    private static String anywhere(String scheme, Path folder) {
        return scheme.equals("tcp") ? "tcp://127.0.0.1:0" : "ipc://" + folder.resolve("socket");
    }

    /** A socket of a program that knows nothing of this library. */
    private static SocketChannel plain(Address address) throws IOException {
        return SocketChannel.open(
                address.scheme() == Address.Scheme.TCP
                        ? new InetSocketAddress(address.host(), address.port())
                        : UnixDomainSocketAddress.of(address.path()));
    }

    private static void send(SocketChannel peer, byte[] bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
            peer.write(buffer);
        }
    }

    private static byte[] rest(SocketChannel peer) throws IOException {
        return Channels.newInputStream(peer).readAllBytes();
    }

    @Test
    void shouldEndAConnectionThatAnnouncesALongerFrame() {
        Address address = listen("tcp://127.0.0.1:0", server);
        sockets.connect(address, new ConnectionListener() {
            @Override
            public void onOpen(Connection connection) {
                connection.write(new byte[] {-1, -1, -1, -2, 0}, 0, 5);
                connection.flush();
            }

            @Override
            public int onBytes(byte[] bytes, int from, int to) {
                return to - from;
            }

            @Override
            public void onWritable() {}

            @Override
            public void onClose(@Nullable String cause) {}
        });
        assertThat(server.closed())
                .isEqualTo("a frame must not be longer than the limit: bytes=4294967294, maxFrameBytes=100000");
    }

    @Test
    void shouldRefuseToSendALongerFrame() {
        FramedConnection client = dial(listen("inproc://frames", server), new RecordingHandler());
        assertThatThrownBy(() -> client.send(new byte[100_001]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a frame must not be longer than the limit: bytes=100001, maxFrameBytes=100000");
    }

    @Test
    void shouldRefuseBoundsWithoutRoomForAFrame() {
        assertThatThrownBy(() -> new FramedConfig(100, 103))
                .hasMessage("maxQueuedBytes must have room for the longest frame and its length: maxQueuedBytes=103,"
                        + " maxFrameBytes=100");
        assertThatThrownBy(() -> new FramedConfig(0, 103))
                .hasMessage("maxFrameBytes must be more than zero: maxFrameBytes=0");
    }
}
