// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many threads and promises, tiny buffers, within the process. */
@Timeout(90)
class PairLoadTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final List<Thread> threads = new ArrayList<>();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

    private void start(Runnable task) {
        Thread thread = new Thread(task);
        thread.setUncaughtExceptionHandler((where, failure) -> failures.add(failure));
        threads.add(thread);
        thread.start();
    }

    private void join() throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failures).isEmpty();
    }

    private static SpMessage message(int sender, int number) {
        SpMessage message = SpMessage.allocate(5);
        message.body().put((byte) sender).putInt(number);
        return message;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldCarryAllBothWays(int buffer) throws InterruptedException {
        SocketOptions options = SocketOptions.builder().receiveBuffer(buffer).build();
        try (DuplexSocket left = Sockets.pair(options);
                DuplexSocket right = Sockets.pair(options)) {
            left.listen("inproc://load-" + buffer);
            right.dial("inproc://load-" + buffer).connected().await(LIMIT);
            exchange(left, right);
            exchange(right, left);
            join();
            assertThat(left.tryReceive()).isEmpty();
            assertThat(right.tryReceive()).isEmpty();
        }
    }

    /** Three threads send, one of them with promises; one thread receives and looks at the order, half by promises. */
    private void exchange(DuplexSocket from, DuplexSocket to) {
        int senders = 3;
        int each = 5_000;
        start(() -> sendLater(from, 0, each));
        for (int i = 1; i < senders; i++) {
            int who = i;
            start(() -> {
                for (int k = 0; k < each; k++) {
                    from.send(message(who, k), LIMIT);
                }
            });
        }
        start(() -> {
            int[] next = new int[senders];
            for (int i = 0; i < senders * each / 2; i++) {
                Promise<SpMessage> early = to.receiveLater();
                Promise<SpMessage> late = to.receiveLater();
                check(early.await(LIMIT), next);
                check(late.await(LIMIT), next);
            }
        });
    }

    private static void sendLater(DuplexSocket from, int who, int many) {
        Queue<Promise<Void>> pending = new ArrayDeque<>();
        for (int k = 0; k < many; k++) {
            pending.add(from.sendLater(message(who, k)));
            if (pending.size() == 8) {
                pending.remove().await(LIMIT);
            }
        }
        pending.forEach(promise -> promise.await(LIMIT));
    }

    private static void check(SpMessage message, int[] next) {
        try (message) {
            ByteBuffer body = message.body();
            int who = body.get();
            assertThat(body.getInt()).isEqualTo(next[who]++);
        }
    }

    @Test
    void shouldShareOneSocketBetweenReceivers() throws InterruptedException {
        int many = 20_000;
        AtomicInteger received = new AtomicInteger();
        try (DuplexSocket left =
                        Sockets.pair(SocketOptions.builder().receiveBuffer(2).build());
                DuplexSocket right = Sockets.pair()) {
            left.listen("inproc://share");
            right.dial("inproc://share").connected().await(LIMIT);
            for (int i = 0; i < 4; i++) {
                start(() -> {
                    while (received.getAndIncrement() < many) {
                        left.receive(LIMIT).release();
                    }
                });
            }
            for (int k = 0; k < many; k++) {
                right.send(message(0, k), LIMIT);
            }
            join();
            assertThat(left.stats().received()).isEqualTo(many);
        }
    }

    @Test
    void shouldWakeAllWhenClosedAmidstTheTraffic() throws InterruptedException {
        for (int round = 0; round < 50; round++) {
            DuplexSocket left =
                    Sockets.pair(SocketOptions.builder().receiveBuffer(1).build());
            DuplexSocket right =
                    Sockets.pair(SocketOptions.builder().receiveBuffer(1).build());
            left.listen("inproc://amidst");
            right.dial("inproc://amidst").connected().await(LIMIT);
            start(() -> untilClosed(() -> sendOne(right)));
            start(() -> untilClosed(() -> sendOne(left)));
            start(() -> untilClosed(() -> left.receive(LIMIT).release()));
            start(() -> untilClosed(() -> left.receiveLater().await(LIMIT).release()));
            right.receive(LIMIT).release();
            left.close(Duration.ZERO);
            right.close(Duration.ZERO);
            join();
            threads.clear();
        }
    }

    private static void sendOne(DuplexSocket socket) {
        SpMessage message = SpMessage.of("x");
        try {
            socket.send(message, LIMIT);
        } catch (SpException e) {
            message.release();
            throw e;
        }
    }

    private static void untilClosed(Runnable task) {
        try {
            while (true) {
                task.run();
            }
        } catch (SpException e) {
            assertThat(e.reason()).isEqualTo(SpError.CLOSED);
        }
    }
}
