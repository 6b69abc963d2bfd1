// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.cluster.load;

import io.troupe.bench.remoting.measure.Measured;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntUnaryOperator;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** A fixed number of calls is under way: who brings an answer makes the next call. The clock stops with the last answer. */
final class Crowd {
    private static final long LIMIT_NANOS = Duration.ofMinutes(2).toNanos();
    private static final int DIGITS = 3;

    private final Work work;
    private final int outstanding;

    Crowd(Work work, int outstanding) {
        this.work = work;
        this.outstanding = outstanding;
    }

    /** Goes round all keys for a while, with one call at least for each that is under way; these have keys of their own. */
    Measured window(int keys, long nanos) throws InterruptedException {
        long end = System.nanoTime() + nanos;
        int each = Math.max(1, keys / outstanding);
        int[] turns = new int[outstanding];
        return measure(slot ->
                turns[slot] == 0 || System.nanoTime() - end < 0 ? slot + outstanding * (turns[slot]++ % each) : -1);
    }

    /** Calls each of some keys once. */
    Measured once(int from, int to) throws InterruptedException {
        AtomicInteger next = new AtomicInteger(from);
        return measure(slot -> {
            int key = next.getAndIncrement();
            return key < to ? key : -1;
        });
    }

    /**
     * Calls until there are no more keys.
     *
     * @param keys the next one of each caller, below 0 at the end
     */
    private Measured measure(IntUnaryOperator keys) throws InterruptedException {
        Window window = new Window(keys);
        long start = System.nanoTime();
        for (int i = 0; i < outstanding; i++) {
            new Slot(i, window).next();
        }
        if (!window.open.await(LIMIT_NANOS, TimeUnit.NANOSECONDS)) {
            throw new IllegalStateException(
                    "every call must be answered: missing=" + window.open.getCount() + ", outstanding=" + outstanding);
        }
        long nanos = System.nanoTime() - start;
        String wrong = window.wrong.get();
        if (wrong != null) {
            throw new IllegalStateException(wrong);
        }
        Histogram latency = window.latency;
        return new Measured(
                latency.getTotalCount(),
                nanos,
                latency.getValueAtPercentile(50),
                latency.getValueAtPercentile(99),
                latency.getMaxValue());
    }

    private final class Window {
        final ConcurrentHistogram latency = new ConcurrentHistogram(LIMIT_NANOS, DIGITS);
        final CountDownLatch open = new CountDownLatch(outstanding);
        final AtomicReference<@Nullable String> wrong = new AtomicReference<>();
        final IntUnaryOperator keys;

        Window(IntUnaryOperator keys) {
            this.keys = keys;
        }
    }

    /** One of the calls under way; its fields belong to who begins or brings the answer. */
    private final class Slot {
        private final int number;
        private final Window window;

        Slot(int number, Window window) {
            this.number = number;
            this.window = window;
        }

        void next() {
            int key = window.wrong.get() == null ? window.keys.applyAsInt(number) : -1;
            if (key < 0) {
                window.open.countDown();
                return;
            }
            long sent = System.nanoTime();
            work.call(key, (answer, failure) -> {
                window.latency.recordValue(Math.min(System.nanoTime() - sent, LIMIT_NANOS));
                if (failure != null) {
                    window.wrong.compareAndSet(null, "every call must succeed: key=" + key + ", failure=" + failure);
                } else if (!work.isRight(key, answer)) {
                    window.wrong.compareAndSet(
                            null, "answer must be that to the call: key=" + key + ", answer=" + answer);
                }
                next();
            });
        }
    }
}
