// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ReceiveQueueTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static SpException over() {
        return new SpException(SpError.CLOSED, "over");
    }

    private static ReceiveQueue receiveQueue(int capacity) {
        return new ReceiveQueue(
                capacity,
                new ExpiringTimers(),
                new AdaptiveSpin(0),
                PipePoller.NONE,
                new SocketCounters(),
                new LiveOptions(SocketOptions.defaults()));
    }

    private static String textOf(SpMessage message) {
        try (message) {
            return message.text();
        }
    }

    private static boolean offered(ReceiveQueue receiveQueue, SpMessage message) {
        boolean taken = receiveQueue.offer(message);
        if (!taken) {
            message.release();
        }
        return taken;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8, 100})
    void shouldTakeAsManyAsItIsLong(int capacity) {
        ReceiveQueue receiveQueue = receiveQueue(capacity);
        for (int i = 0; i < capacity; i++) {
            assertThat(offered(receiveQueue, SpMessage.of("m" + i))).isTrue();
        }
        assertThat(offered(receiveQueue, SpMessage.of("too much"))).isFalse();
        for (int i = 0; i < capacity; i++) {
            assertThat(textOf(receiveQueue.receive(Duration.ZERO))).isEqualTo("m" + i);
        }
        assertThat(receiveQueue.poll()).isNull();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7})
    void shouldResumeRefusedPipesWhenHalfOfItIsFree(int capacity) {
        ReceiveQueue receiveQueue = receiveQueue(capacity);
        AtomicInteger resumed = new AtomicInteger();
        StubPipe pipe = new StubPipe(1, resumed::incrementAndGet);
        for (int i = 0; i < capacity; i++) {
            assertThat(receiveQueue.put(pipe, SpMessage.of("m" + i))).isTrue();
        }
        SpMessage held = SpMessage.of("held");
        assertThat(receiveQueue.put(pipe, held)).isFalse();
        for (int left = capacity - 1; left >= 0; left--) {
            receiveQueue.receive(Duration.ZERO).release();
            assertThat(resumed).hasValue(left <= capacity / 2 ? 1 : 0);
        }
        held.release();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8})
    void shouldShareItsRoomBetweenBusyPipes(int capacity) {
        ReceiveQueue receiveQueue = receiveQueue(capacity);
        int pipes = 3;
        int[] received = new int[pipes];
        List<StubPipe> all = new ArrayList<>();
        for (int i = 0; i < pipes; i++) {
            byte who = (byte) i;
            all.add(new StubPipe(i, () -> flood(receiveQueue, all.get(who), who)));
        }
        all.forEach(StubPipe::resume);
        for (int i = 0; i < 3_000; i++) {
            try (SpMessage message = receiveQueue.receive(Duration.ZERO)) {
                received[message.body().get()]++;
            }
        }
        receiveQueue.close(over());
        assertThat(Arrays.stream(received).min().orElse(0)).isGreaterThan(800);
    }

    /** Puts until it is refused; a closed queue takes everything. */
    private static void flood(ReceiveQueue receiveQueue, StubPipe pipe, byte who) {
        for (int i = 0; i < 100; i++) {
            SpMessage message = SpMessage.of(who);
            if (!receiveQueue.put(pipe, message)) {
                message.release();
                return;
            }
        }
    }

    @Test
    void shouldNotLoseWhatComesWhenAPromiseIsCancelled() throws InterruptedException {
        ReceiveQueue receiveQueue = receiveQueue(4);
        for (int i = 0; i < 3_000; i++) {
            Promise<SpMessage> promise = receiveQueue.receiveLater();
            Thread canceller = i % 4 == 0 ? new Thread(promise::cancel) : null;
            if (canceller != null) {
                canceller.start(); // cancels while the message comes
            } else {
                promise.cancel();
            }
            assertThat(receiveQueue.offer(SpMessage.of("m" + i))).isTrue();
            if (canceller != null) {
                canceller.join();
            }
            SpMessage message = promise.isFulfilled() ? promise.await(LIMIT) : receiveQueue.receive(LIMIT);
            assertThat(textOf(message)).isEqualTo("m" + i);
        }
        assertThat(receiveQueue.size()).isZero();
    }

    @Test
    void shouldServePromisesInTheirOrder() {
        ReceiveQueue receiveQueue = receiveQueue(2);
        List<Promise<SpMessage>> promises = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            promises.add(receiveQueue.receiveLater());
        }
        for (int i = 0; i < 10; i++) {
            assertThat(receiveQueue.offer(SpMessage.of("m" + i))).isTrue();
            assertThat(textOf(promises.get(i).await(LIMIT))).isEqualTo("m" + i);
        }
    }

    @Test
    void shouldReleaseAllWhenClosed() {
        ReceiveQueue receiveQueue = receiveQueue(8);
        AtomicInteger resumed = new AtomicInteger();
        StubPipe pipe = new StubPipe(1, resumed::incrementAndGet);
        for (int i = 0; i < 8; i++) {
            assertThat(receiveQueue.put(pipe, SpMessage.of("m" + i))).isTrue();
        }
        SpMessage held = SpMessage.of("held");
        assertThat(receiveQueue.put(pipe, held)).isFalse();
        assertThat(receiveQueue.close(over())).isEqualTo(8);
        assertThat(resumed).hasValue(1);
        assertThat(receiveQueue.put(pipe, held)).isTrue(); // and releases it: see LeakCheck
        assertThatThrownBy(() -> receiveQueue.receive(Duration.ZERO)).hasMessageContaining("over");
    }

    /** Tiny ones, from several pipes, by threads and promises; each message comes once, in the order of its pipe. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 16})
    void shouldPassEachMessageOnce(int capacity) throws InterruptedException {
        int pipes = 3;
        int each = 10_000;
        ReceiveQueue receiveQueue = receiveQueue(capacity);
        List<PumpPipe> pumps = new ArrayList<>();
        for (int i = 0; i < pipes; i++) {
            pumps.add(new PumpPipe(receiveQueue, i, each));
        }
        AtomicInteger left = new AtomicInteger(pipes * each);
        AtomicInteger[] seen = new AtomicInteger[pipes];
        Arrays.setAll(seen, i -> new AtomicInteger());
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            boolean promises = i == 0;
            threads.add(new Thread(() -> {
                while (left.getAndDecrement() > 0) {
                    try (SpMessage message =
                            promises ? receiveQueue.receiveLater().await(LIMIT) : receiveQueue.receive(LIMIT)) {
                        seen[message.body().get()].incrementAndGet();
                    }
                }
            }));
        }
        pumps.forEach(pump -> threads.add(new Thread(pump::pump)));
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(Arrays.stream(seen).mapToInt(AtomicInteger::get)).containsOnly(each);
        assertThat(receiveQueue.size()).isZero();
    }

    /** Works like a real pipe: pumps when it is told to, on one thread at a time, and looks again before it stops. */
    private static final class PumpPipe {
        private final AtomicInteger work = new AtomicInteger();
        private final ReceiveQueue receiveQueue;
        private final byte who;
        private final StubPipe pipe;
        private int left;

        PumpPipe(ReceiveQueue receiveQueue, int who, int messages) {
            this.receiveQueue = receiveQueue;
            this.who = (byte) who;
            this.left = messages;
            this.pipe = new StubPipe(who, this::pump);
        }

        void pump() {
            if (work.getAndIncrement() != 0) {
                return;
            }
            int seen;
            do {
                seen = work.get();
                boolean room = true;
                while (left > 0 && room) {
                    SpMessage message = SpMessage.of(who);
                    room = receiveQueue.put(pipe, message);
                    if (room) {
                        left--;
                    } else {
                        message.release();
                    }
                }
            } while (work.addAndGet(-seen) != 0);
        }
    }
}
