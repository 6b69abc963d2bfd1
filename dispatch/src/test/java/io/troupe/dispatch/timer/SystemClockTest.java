// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.timer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

class SystemClockTest {
    private static final long AWAIT_SECONDS = 30;

    private final String threadName;
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final TimerWheel wheel;

    SystemClockTest(TestInfo test) {
        threadName = "timer of " + test.getDisplayName();
        wheel = new TimerWheel(Clock.system(), threadName, failures::add);
    }

    @AfterEach
    void close() {
        wheel.close();
        assertThat(timerThreads()).isEmpty();
    }

    @Test
    void shouldStartNoThreadBeforeTheFirstTimeout() {
        assertThat(timerThreads()).isEmpty();
        wheel.schedule(TimeUnit.HOURS.toNanos(1), () -> {});
        assertThat(timerThreads()).singleElement().satisfies(thread -> assertThat(thread.isDaemon())
                .isTrue());
    }

    @Test
    void shouldRunOnTheNamedThreadAndNeverEarly() throws InterruptedException {
        int count = 2_000;
        CountDownLatch done = new CountDownLatch(count);
        AtomicInteger early = new AtomicInteger();
        AtomicInteger elsewhere = new AtomicInteger();
        Random random = new Random(7);
        for (int i = 0; i < count; i++) {
            long delay = random.nextInt(100_000_000);
            long earliest = System.nanoTime() + delay;
            wheel.schedule(delay, () -> {
                early.addAndGet(System.nanoTime() - earliest < 0 ? 1 : 0);
                elsewhere.addAndGet(Thread.currentThread().getName().equals(threadName) ? 0 : 1);
                done.countDown();
            });
        }
        await(done);
        assertThat(early).hasValue(0);
        assertThat(elsewhere).hasValue(0);
        assertThat(wheel.pending()).isZero();
    }

    @Test
    void shouldWakeForATimeoutEarlierThanThePlannedOne() throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        wheel.schedule(TimeUnit.DAYS.toNanos(1), () -> {});
        wheel.schedule(TimeUnit.HOURS.toNanos(1), () -> {});
        wheel.schedule(TimeUnit.MILLISECONDS.toNanos(3), done::countDown);
        await(done);
        assertThat(wheel.pending()).isEqualTo(2);
    }

    @Test
    void shouldRunZeroDelaysFromTasksAndFromOutside() throws InterruptedException {
        for (int i = 0; i < 200; i++) {
            CountDownLatch done = new CountDownLatch(1);
            wheel.schedule(0, () -> wheel.schedule(0, done::countDown));
            await(done);
        }
    }

    @Test
    void shouldLoseNoTimeoutOfManyThreads() throws InterruptedException {
        int threads = 4;
        int each = 20_000;
        AtomicInteger cancelled = new AtomicInteger();
        CountDownLatch ended = new CountDownLatch(threads * each);
        for (int t = 0; t < threads; t++) {
            Random random = new Random(t);
            new Thread(() -> {
                        for (int i = 0; i < each; i++) {
                            Timeout timeout = wheel.schedule(random.nextInt(20_000_000), ended::countDown);
                            if (random.nextBoolean() && timeout.cancel()) {
                                cancelled.incrementAndGet();
                                ended.countDown();
                            }
                        }
                    })
                    .start();
        }
        await(ended);
        assertThat(wheel.pending()).isZero();
        assertThat(cancelled.get()).isPositive();
    }

    @Test
    void shouldGoOnWhenThereIsNoMemoryForTheWheelItself() throws InterruptedException {
        Error error = new OutOfMemoryError("thrown by the test");
        CountDownLatch looks = new CountDownLatch(3);
        List<Throwable> failures = new CopyOnWriteArrayList<>();
        WheelThread driver = new WheelThread(
                () -> {
                    looks.countDown();
                    throw error;
                },
                failures::add,
                threadName);
        driver.onEarlier();
        await(looks);
        driver.close();
        assertThat(failures).hasSizeGreaterThanOrEqualTo(2).containsOnly(error);
    }

    @Test
    void shouldSurviveATaskThatThrows() throws InterruptedException {
        Error error = new AssertionError("thrown by the test");
        CountDownLatch done = new CountDownLatch(1);
        wheel.schedule(0, () -> {
            throw error;
        });
        wheel.schedule(TimeUnit.MILLISECONDS.toNanos(5), done::countDown);
        await(done);
        assertThat(failures).containsExactly(error);
    }

    @Test
    void shouldForgetTheInterruptOfATaskBeforeItParksAgain() throws InterruptedException {
        AtomicBoolean interrupted = new AtomicBoolean(true);
        CountDownLatch done = new CountDownLatch(1);
        Runnable look = () -> {
            interrupted.set(Thread.currentThread().isInterrupted());
            done.countDown();
        };
        wheel.schedule(0, () -> {
            Thread.currentThread().interrupt();
            wheel.schedule(TimeUnit.MILLISECONDS.toNanos(20), look);
        });
        await(done);
        assertThat(interrupted).isFalse();
    }

    @Test
    void shouldLeaveNoThreadAfterClose() {
        wheel.schedule(TimeUnit.HOURS.toNanos(1), () -> {});
        wheel.close();
        assertThat(timerThreads()).isEmpty();
        assertThat(wheel.schedule(1, () -> {}).isPending()).isFalse();
        assertThat(timerThreads()).isEmpty();
    }

    @Test
    void shouldWaitForTheThreadEvenWhenTheCloserIsInterrupted() {
        wheel.schedule(TimeUnit.HOURS.toNanos(1), () -> {});
        Thread.currentThread().interrupt();
        wheel.close();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(timerThreads()).isEmpty();
    }

    @Test
    void shouldLetATaskCloseTheWheel() throws InterruptedException {
        AtomicReference<Thread> timer = new AtomicReference<>();
        CountDownLatch done = new CountDownLatch(1);
        wheel.schedule(1, () -> {
            timer.set(Thread.currentThread());
            wheel.close();
            done.countDown();
        });
        await(done);
        timer.get().join(TimeUnit.SECONDS.toMillis(AWAIT_SECONDS));
        assertThat(timer.get().isAlive()).isFalse();
        assertThat(failures).isEmpty();
    }

    private List<Thread> timerThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals(threadName))
                .toList();
    }

    private static void await(CountDownLatch latch) throws InterruptedException {
        assertThat(latch.await(AWAIT_SECONDS, TimeUnit.SECONDS)).isTrue();
    }
}
