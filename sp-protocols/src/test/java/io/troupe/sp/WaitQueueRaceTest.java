// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.continuation.Observer;
import io.troupe.core.promise.Promise;
import io.troupe.sp.socket.SpException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class WaitQueueRaceTest {
    private static final long LONG = TimeUnit.SECONDS.toNanos(30);

    private final AtomicInteger permits = new AtomicInteger();
    private final AtomicInteger taken = new AtomicInteger();
    private final WaitQueue<String, Boolean> waitQueue = waitQueue(0);

    private WaitQueue<String, Boolean> waitQueue(long spinNanos) {
        return new WaitQueue<>(
                "a test",
                who -> permits.getAndUpdate(count -> Math.max(0, count - 1)) > 0 ? Boolean.TRUE : null,
                new AdaptiveSpin(spinNanos),
                PipePoller.NONE);
    }

    /** Each round one who waits for long and one whose time is over about when the permit comes. */
    @Test
    void shouldLoseNoSignalWithOneWhoLeaves() throws InterruptedException {
        int rounds = 3_000;
        AtomicInteger round = new AtomicInteger(-1);
        AtomicInteger awaited = new AtomicInteger();
        Thread hasty = new Thread(() -> {
            for (int i = 0; i < rounds; i++) {
                int now = i;
                Until.isTrue("the round begins", () -> round.get() >= now);
                try {
                    waitQueue.await("hasty", 1 + i * 37L % 60_000);
                    taken.incrementAndGet();
                } catch (SpException e) {
                    assertThat(e).hasMessageContaining("limit");
                }
                awaited.incrementAndGet();
            }
        });
        Thread patient = new Thread(() -> {
            while (taken.get() < rounds) {
                waitQueue.await("patient", LONG);
                taken.incrementAndGet();
            }
        });
        hasty.start();
        patient.start();
        for (int i = 0; i < rounds; i++) {
            int many = i + 1;
            round.set(i);
            LockSupport.parkNanos(i * 41L % 40_000);
            permits.incrementAndGet();
            waitQueue.signal();
            Until.isTrue("the permit of a round is taken: round=" + i, () -> taken.get() == many);
            Until.isTrue("the hasty one is through", () -> awaited.get() == many);
        }
        permits.incrementAndGet();
        waitQueue.signal(); // for the patient one, should it wait
        hasty.join();
        patient.join();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 20_000})
    void shouldServeThreadsAndPromisesTogether(long spinNanos) throws InterruptedException {
        WaitQueue<String, Boolean> line = waitQueue(spinNanos);
        int each = 20_000;
        AtomicLong byPromise = new AtomicLong();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            threads.add(new Thread(() -> {
                for (int k = 0; k < each; k++) {
                    line.await("thread", LONG);
                }
            }));
        }
        threads.add(new Thread(() -> {
            for (int k = 0; k < each; k++) {
                Promise<Boolean> promise = line.later("promise", new ExpiringTimers(), Long.MAX_VALUE);
                count(promise, byPromise);
                int begun = k;
                Until.isTrue("not too many", () -> begun - byPromise.get() < 16);
            }
        }));
        for (int i = 0; i < 2; i++) {
            threads.add(new Thread(() -> {
                for (int k = 0; k < 2 * each; k++) {
                    permits.incrementAndGet();
                    line.signal();
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        Until.isTrue("all promises are served", () -> byPromise.get() == each);
        assertThat(permits).hasValue(0);
        assertThat(line.waiting()).isZero();
    }

    private static void count(Promise<Boolean> promise, AtomicLong counter) {
        new Observer<Boolean>() {
            @Override
            protected void onValue(@Nullable Boolean value) {
                counter.incrementAndGet();
            }

            @Override
            protected void onFailure(Throwable cause) {
                counter.addAndGet(1_000_000);
            }
        }.observe(promise);
    }
}
