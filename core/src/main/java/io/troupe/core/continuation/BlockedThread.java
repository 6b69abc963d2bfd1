// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import io.troupe.core.error.CallFailedException;
import io.troupe.core.error.WaitRefusedException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A thread that blocks until a promise has settled. */
final class BlockedThread extends SettleListener {
    private static final int MAX_HOPS = 10_000;
    private static final int MAX_TRACES = 4;

    /** Thirty years. */
    private static final long UNLIMITED_NANOS = TimeUnit.DAYS.toNanos(30 * 365);

    private final Thread waiting;

    /** Whether the thread has given up: then it does not look at the outcome. Any thread reads it. */
    private volatile boolean gone;

    BlockedThread(Thread waiting) {
        this.waiting = waiting;
    }

    static <T> T value(DefaultPromise<T> promise, Duration limit) {
        Objects.requireNonNull(limit, "limit");
        if (limit.isZero() || limit.isNegative()) {
            throw new IllegalArgumentException("limit must be more than zero: limit=" + limit);
        }
        CallbackExecutor executor = CallbackExecutor.current();
        if (executor == null) {
            refuseInASimulation(promise);
            return OutcomeCodec.valueOf(settled(promise, limit));
        }
        if (!executor.mayBlock()) {
            throw new WaitRefusedException(
                    "await must not be called in an actor's turn, it would block the worker: promise=" + promise
                            + "; use then, map or flatMap, or run the actor on virtual threads");
        }
        executor.waitsFor(promise); // published before looking for a cycle: of two that close one, one sees it
        try {
            if (!promise.isSettled() && leadsBack(promise, executor)) {
                throw new WaitRefusedException(
                        "await must not wait for what only the waiting actor can bring about: promise=" + promise + ", "
                                + WaitChain.of(promise));
            }
            return OutcomeCodec.valueOf(settled(promise, limit));
        } finally {
            executor.waitsFor(null);
        }
    }

    private static void refuseInASimulation(DefaultPromise<?> promise) {
        if (promise.isSettled()) {
            return;
        }
        OutsideExecutors home = promise.home();
        OutsideExecutors place = home == null ? OutsideExecutors.ofNoSystem() : home;
        if (place.happensIn(Thread.currentThread())) {
            throw new WaitRefusedException(
                    "await must not be called in the thread that runs a simulation, nothing happens while it waits: "
                            + WaitChain.of(promise)
                            + "; let the run go on until promise::isSettled, by until of Simulation or"
                            + " Simulator, or use TestSystem.await(promise)");
        }
    }

    private static Object settled(DefaultPromise<?> promise, Duration limit) {
        Object outcome = promise.seenOutcome();
        if (outcome == null) {
            BlockedThread blocked = new BlockedThread(Thread.currentThread());
            promise.listen(blocked);
            try {
                outcome = park(promise, limit);
            } finally {
                blocked.gone = outcome == null;
            }
        }
        promise.onHeard();
        Throwable cause = OutcomeCodec.causeOf(outcome);
        if (cause != null) {
            throw rethrown(cause);
        }
        return outcome;
    }

    private static Object park(DefaultPromise<?> promise, Duration limit) {
        long end = System.nanoTime() + Deadline.nanosOf(limit);
        for (Object outcome = promise.outcome(); ; outcome = promise.outcome()) {
            if (outcome != null) {
                return outcome;
            }
            long left = end - System.nanoTime();
            if (left <= 0) {
                throw WaitChain.awaited(promise, limit);
            }
            if (Thread.interrupted()) {
                Thread.currentThread().interrupt();
                throw new CancellationException("await was interrupted: promise=" + promise);
            }
            if (left > UNLIMITED_NANOS) {
                LockSupport.park(promise); // without a timer, which costs a virtual thread more than parking does
            } else {
                LockSupport.parkNanos(promise, left);
            }
        }
    }

    private static RuntimeException rethrown(Throwable cause) {
        if (cause instanceof RuntimeException unchecked) {
            if (unchecked.getSuppressed().length < MAX_TRACES) {
                unchecked.addSuppressed(new CallFailedException("awaited here", null));
            }
            return unchecked;
        }
        return new CallFailedException("the awaited call failed: cause=" + CauseText.of(cause), cause);
    }

    /** Follows who settles the promise and what that one waits for in turn. */
    private static boolean leadsBack(DefaultPromise<?> first, CallbackExecutor waiting) {
        DefaultPromise<?> promise = first;
        for (int hops = 0; promise != null && hops < MAX_HOPS; hops++) {
            CallbackExecutor by = promise.settledBy();
            if (by == waiting) {
                return true;
            }
            DefaultPromise<?> blockedOn = by == null ? null : by.waitsFor();
            if (by != promise.settledBy()) {
                return false; // the executor has done its part meanwhile and waits for something else
            }
            promise = blockedOn != null ? blockedOn : promise.upstream();
        }
        return false;
    }

    @Override
    @Nullable
    SettleListener onSettled(Object outcome) {
        LockSupport.unpark(waiting);
        return null;
    }

    @Override
    boolean hears() {
        return !gone;
    }
}
