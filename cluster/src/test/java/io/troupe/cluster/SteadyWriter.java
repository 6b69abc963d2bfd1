// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.core.promise.Promise;
import io.troupe.testkit.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/**
 * Calls the same keys again and again while a test does something to their members, one call after the other for each key, on a
 * thread of its own. What was acknowledged may be read when it has {@link #end ended}.
 */
final class SteadyWriter {
    /** Keys are called {@code k0}, {@code k1} and so on. */
    static final int KEYS = 60;

    private static final Duration LIMIT = Duration.ofMinutes(2);

    private final Function<String, Promise<Long>> call;
    private final AtomicBoolean going = new AtomicBoolean(true);
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final long[] acknowledged = new long[KEYS];
    private final long[] failed = new long[KEYS];
    private final AtomicLong rounds = new AtomicLong();
    private final Thread thread = new Thread(this::write);

    private SteadyWriter(Function<String, Promise<Long>> call) {
        this.call = call;
    }

    /** Begins to call. */
    static SteadyWriter start(Function<String, Promise<Long>> call) {
        SteadyWriter writer = new SteadyWriter(call);
        writer.thread.start();
        return writer;
    }

    private void write() {
        while (going.get()) {
            List<Promise<Long>> calls = new ArrayList<>();
            for (int i = 0; i < KEYS; i++) {
                calls.add(call.apply("k" + i));
            }
            for (int i = 0; i < KEYS; i++) {
                try {
                    calls.get(i).await(LIMIT);
                    acknowledged[i]++;
                } catch (RuntimeException e) {
                    failures.add(e);
                    failed[i]++;
                }
            }
            rounds.incrementAndGet();
        }
    }

    /** Waits until all keys have been called again, beginning from now. */
    void awaitMore() {
        long before = rounds.get();
        Await.until("calls are answered", LIMIT, () -> rounds.get() > before + 2);
    }

    /** Calls no more. */
    void end() throws InterruptedException {
        going.set(false);
        thread.join();
    }

    /** Why calls have failed so far, in order. */
    List<Throwable> failures() {
        return List.copyOf(failures);
    }

    /** Calls of a key that were answered. */
    long acknowledged(int key) {
        return acknowledged[key];
    }

    /** Calls of a key that have failed; they may have been executed. */
    long failed(int key) {
        return failed[key];
    }
}
