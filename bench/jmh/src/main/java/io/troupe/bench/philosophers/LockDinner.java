// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.philosophers;

import io.troupe.bench.harness.Batch;
import io.troupe.dispatch.thread.VirtualThreads;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The solution with mutexes as a JMH state, on threads of some kind. */
@State(Scope.Benchmark)
public abstract class LockDinner {
    private static final long LIMIT_SECONDS = 60;

    @SuppressWarnings("NullAway.Init") // set in start()
    private ExecutorService executor;

    private @Nullable LockTable table;

    LockDinner() {}

    /** Starts the threads. */
    abstract ExecutorService open();

    /** Whether a philosopher keeps its thread between meals. */
    abstract boolean threadEach();

    /** Before a trial. */
    @Setup(Level.Trial)
    public void start() {
        executor = open();
    }

    /** Runs one batch. */
    final long run(Guests guests, Duration latency, int meals) {
        LockTable made = table;
        if (made == null) {
            made = new LockTable(guests, latency);
            table = made;
        }
        made.open(meals);
        for (int seat = 0; seat < guests.seats(); seat++) {
            executor.execute(threadEach() ? made.allMeals(seat) : made.oneMeal(seat, executor));
        }
        return guests.await(meals);
    }

    /** Ends the threads after a trial. */
    @TearDown(Level.Trial)
    public void stop() {
        executor.shutdownNow();
        try {
            if (!executor.awaitTermination(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("philosophers must end in time: limitSeconds=" + LIMIT_SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while philosophers ended", e);
        }
    }

    /** As many threads as everybody has; a task per meal. */
    public static class Pool extends LockDinner {
        @Override
        ExecutorService open() {
            return Executors.newFixedThreadPool(Batch.WORKERS);
        }

        @Override
        boolean threadEach() {
            return false;
        }
    }

    /** A thread per philosopher and batch. Idle ones are used again. */
    public static class Threads extends LockDinner {
        @Override
        ExecutorService open() {
            return Executors.newCachedThreadPool();
        }

        @Override
        boolean threadEach() {
            return true;
        }
    }

    /** A virtual thread per philosopher and batch; from Java 21 on. */
    public static class Virtual extends LockDinner {
        @Override
        ExecutorService open() {
            return VirtualThreads.perTaskExecutor("philosopher-");
        }

        @Override
        boolean threadEach() {
            return true;
        }
    }
}
