// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.sp.Sockets;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.Protocol;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.transport.BoundListener;
import io.troupe.sp.transport.DropCounts;
import io.troupe.sp.transport.Pipe;
import io.troupe.sp.transport.SpAddress;
import io.troupe.sp.transport.TransportContext;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two pipes, and what happens when much goes through them, or nothing any more. */
@Timeout(60)
class FlowTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    private final NioTransport transport = new NioTransport();
    private final DropCounts counters = new DropCounts();
    private final TransportContext context = new TransportContext(
            Protocol.PAIR0,
            SocketOptions.builder()
                    .sendBuffer(16)
                    .linger(Duration.ofSeconds(20))
                    .build(),
            counters);
    private CountingAcceptor left = new CountingAcceptor();
    private CountingAcceptor right = new CountingAcceptor();

    @AfterEach
    void close() {
        transport.close();
    }

    private void join(String scheme, int permits) {
        left = new CountingAcceptor();
        right = new CountingAcceptor(permits);
        String uri = scheme.equals("tcp") ? "tcp://127.0.0.1:0" : "ipc://" + folder.resolve("flow");
        BoundListener bound = transport.bind(SpAddress.parse(uri), context, right);
        transport.connect(bound.address(), context, left);
        left.pipe();
        right.pipe();
        bound.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "ipc"})
    void shouldWriteWhatAStreamHeldBackWithoutFlush(String scheme) throws InterruptedException {
        join(scheme, Integer.MAX_VALUE);
        for (int round = 0; round < 20; round++) {
            for (int i = 0; i < 50; i++) {
                offer(left.pipe(), numbered(round * 50 + i, 10));
            }
            for (int i = 0; i < 50; i++) {
                assertNumber(right.message(), round * 50 + i, 10);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "ipc"})
    void shouldRefuseWhileThePeerDoesNotReadAndLoseNothing(String scheme) throws InterruptedException {
        for (int size : new int[] {10, 4000, 20_000, 1_000_000}) {
            join(scheme, 3);
            Pipe pipe = left.pipe();
            int sent = 0;
            SpMessage next = numbered(sent, size);
            while (pipe.offer(next)) {
                next = numbered(++sent, size);
            }
            assertThat((long) sent * size).as("bytes taken").isLessThan(64 << 20);
            next.release();
            right.permits.release(1_000_000);
            right.pipe().resume();
            for (int i = 0; i < sent; i++) {
                assertNumber(right.message(), i, size);
            }
            await(() -> left.writable.get() > 0 && pipe.isWritable() && pipe.pending() == 0);
            offer(pipe, numbered(sent, size));
            assertNumber(right.message(), sent, size);
            pipe.close("done");
        }
    }

    /** The larger ones find others in the queue whenever the system takes no more. */
    @ParameterizedTest
    @ValueSource(strings = {"tcp", "ipc"})
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldCarryLargeMessagesBehindSmallerOnes(String scheme) throws InterruptedException {
        int[] sizes = {600_000, 100_000, 1_000_000, 10, 1 << 20, 300_000, 524_288, 20_000};
        join(scheme, Integer.MAX_VALUE);
        int many = 200;
        Thread sender = new Thread(() -> {
            for (int i = 0; i < many; i++) {
                offer(left.pipe(), numbered(i, sizes[i % sizes.length]));
            }
        });
        sender.setDaemon(true);
        sender.start();
        for (int i = 0; i < many; i++) {
            assertNumber(right.message(), i, sizes[i % sizes.length]);
        }
        sender.join();
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "ipc"})
    void shouldKeepTheOrderOfEachSenderThread(String scheme) throws InterruptedException {
        join(scheme, Integer.MAX_VALUE);
        int many = 20_000;
        List<Thread> senders = new ArrayList<>();
        for (int s = 0; s < 4; s++) {
            int sender = s;
            Thread thread = new Thread(() -> {
                for (int i = 0; i < many; i++) {
                    SpMessage message = SpMessage.allocate(i % 1000 == 0 ? 50_000 : 8);
                    message.body().putInt(sender).putInt(i);
                    offer(left.pipe(), message);
                }
            });
            senders.add(thread);
            thread.start();
        }
        int[] next = new int[4];
        for (int i = 0; i < 4 * many; i++) {
            try (SpMessage message = right.message()) {
                int sender = message.body().getInt();
                assertThat(message.body().position(4).getInt()).isEqualTo(next[sender]++);
            }
        }
        for (Thread sender : senders) {
            sender.join();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "ipc"})
    void shouldLoseNothingWhenClosedGently(String scheme) throws InterruptedException {
        for (int size : new int[] {10, 50_000}) {
            join(scheme, Integer.MAX_VALUE);
            for (int i = 0; i < 300; i++) {
                offer(left.pipe(), numbered(i, size));
            }
            left.pipe().closeGently("bye");
            assertThat(left.pipe().offer(SpMessage.of("late"))).isFalse();
            for (int i = 0; i < 300; i++) {
                assertNumber(right.message(), i, size);
            }
            assertThat(right.closed()).isEqualTo("the peer closed the connection");
            left.closed();
            assertThat(left.closings).hasValue(1);
            assertThat(right.closings).hasValue(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "ipc"})
    void shouldDropAndCountWhatIsPendingWhenClosedAtOnce(String scheme) {
        join(scheme, 0);
        Pipe pipe = left.pipe();
        SpMessage next = SpMessage.allocate(4000);
        int taken = 0;
        while (pipe.offer(next)) {
            next = SpMessage.allocate(4000);
            taken++;
        }
        int pending = pipe.pending();
        pipe.close("enough");
        assertThat(left.closed()).isEqualTo("enough");
        assertThat(pipe.offer(next)).isFalse();
        next.release();
        assertThat(pipe.pending()).isZero();
        long dropped = counters.of(DropReason.CLOSED);
        assertThat(dropped).isLessThanOrEqualTo(pending); // the system may have taken more meanwhile
        right.permits.release(1_000_000);
        right.pipe().resume();
        right.closed();
        int received = right.messages.size();
        right.messages.forEach(SpMessage::release);
        // Of what was to be written together all counts as dropped, though its first messages may be out.
        assertThat(received + dropped).isBetween((long) taken, (long) taken + pending);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "ipc"})
    void shouldHandOverWhatArrivedBeforeTheEnd(String scheme) throws InterruptedException {
        join(scheme, 0);
        for (int i = 0; i < 10; i++) {
            offer(left.pipe(), numbered(i, 100));
        }
        left.pipe().closeGently("bye");
        right.permits.release(100);
        right.pipe().resume();
        right.closed();
        for (int i = 0; i < 10; i++) {
            assertNumber(right.message(), i, 100);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "ipc"})
    void shouldNotChangeMessagesThatOthersHoldToo(String scheme) throws InterruptedException {
        join(scheme, Integer.MAX_VALUE);
        for (int size : new int[] {100, 100_000}) {
            SpMessage shared = numbered(7, size);
            assertThat(left.pipe().offer(shared.retain())).isTrue();
            assertNumber(right.message(), 7, size);
            assertThat(shared.isShared()).isFalse();
            assertNumber(shared, 7, size);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "ipc"})
    void shouldCloseThePipeWhoseHandlerFails(String scheme) {
        join(scheme, Integer.MAX_VALUE);
        right.trouble = new IllegalStateException("out of order");
        offer(left.pipe(), numbered(1, 100));
        assertThat(right.closed()).isEqualTo("out of order");
        left.closed();
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "ipc"})
    void shouldServeAThousandWhoComeAtOnce(String scheme) {
        String uri = scheme.equals("tcp") ? "tcp://127.0.0.1:0" : "ipc://" + folder.resolve("thousand");
        DropCounts all = new DropCounts();
        CountingAcceptor listening = new CountingAcceptor();
        try (BoundListener bound = transport.bind(
                SpAddress.parse(uri), new TransportContext(Protocol.PAIR0, SocketOptions.defaults(), all), listening)) {
            List<CountingAcceptor> takers = new ArrayList<>();
            for (int i = 0; i < 1000; i++) {
                CountingAcceptor taker = new CountingAcceptor();
                takers.add(taker);
                transport.connect(bound.address(), context, taker);
            }
            takers.forEach(taker -> taker.pipe().close("enough"));
            takers.forEach(CountingAcceptor::closed);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "ipc"})
    void shouldServeThreadsAndPromisesInTurn(String scheme) {
        String uri = scheme.equals("tcp") ? "tcp://127.0.0.1:0" : "ipc://" + folder.resolve("turns");
        try (DuplexSocket here = Sockets.pair();
                DuplexSocket there =
                        Sockets.pair(SocketOptions.builder().spin(Duration.ZERO).build())) {
            String real = here.listen(uri).uri();
            there.dial(real).connected().await(LIMIT);
            for (int i = 0; i < 2000; i++) {
                here.send(numbered(i, 20));
                try (SpMessage message = i % 3 == 0 ? there.receiveLater().await(LIMIT) : there.receive(LIMIT)) {
                    assertThat(message.body().getInt()).isEqualTo(i);
                    there.send(message.retain());
                }
                try (SpMessage message = i % 5 == 0 ? here.receiveLater().await(LIMIT) : here.receive(LIMIT)) {
                    assertThat(message.body().getInt()).isEqualTo(i);
                }
            }
        }
    }

    private static void offer(Pipe pipe, SpMessage message) {
        await(() -> pipe.offer(message));
    }

    /** Tells its number in the first and in the last word; the rest is what was in the memory before. */
    private static SpMessage numbered(int number, int size) {
        SpMessage message = SpMessage.allocate(size);
        int last = lastWord(size);
        message.body().putInt(message.body().position(), number);
        message.body().putInt(message.body().position() + last, number + last);
        return message;
    }

    private static int lastWord(int size) {
        return (size - 4) / 4 * 4;
    }

    private static void assertNumber(SpMessage message, int number, int size) {
        try (message) {
            assertThat(message.size()).isEqualTo(size);
            int last = lastWord(size);
            assertThat(message.body().getInt(message.body().position())).isEqualTo(number);
            assertThat(message.body().getInt(message.body().position() + last)).isEqualTo(number + last);
        }
    }

    private static void await(BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(20));
            Thread.onSpinWait();
        }
    }
}
