// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellThread;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.timer.Timeout;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where continuations run: the turns of the actor that registered them, or for other threads an executor of that thread, see
 * {@link OutsideExecutors}. One executor runs one continuation at a time, in the order in which they became due. All methods
 * may be called by any thread unless they say otherwise.
 */
public abstract class CallbackExecutor {
    /** What only few executors need; made at the first use, by a turn of this executor, which alone writes it. */
    private volatile @Nullable Waiting waiting;

    /** For subclasses. */
    protected CallbackExecutor() {}

    /** The executor of the calling thread's current turn, or null outside of turns. */
    public static @Nullable CallbackExecutor current() {
        Cell cell = CellThread.currentCell();
        return cell instanceof CallbackCell owner ? owner.callbackExecutor() : null;
    }

    /**
     * Runs the continuation soon, on this executor. Never runs it at once.
     *
     * @param continuation in no queue
     */
    public abstract void run(Message continuation);

    /**
     * Runs a small task later, on the timer's thread.
     *
     * @param nanos delay, at least 0
     * @param task must not block
     */
    public abstract Timeout schedule(long nanos, Runnable task);

    /** The deadlines of promises that code on this executor limits; on the clock that {@link #schedule} goes by. */
    public abstract Deadlines deadlines();

    /** Current time on the clock that {@link #schedule} goes by, in nanoseconds. */
    public abstract long nanos();

    /**
     * Whether continuations are registered for this executor only in its own turns, so that nobody registers one while
     * another one runs. By default it is so, as for actors.
     */
    public boolean isExclusive() {
        return true;
    }

    /** Whether a turn of this executor may block its thread. */
    public boolean mayBlock() {
        return false;
    }

    /** The executors of threads outside of actors that register continuations on promises made here. */
    public OutsideExecutors outside() {
        return OutsideExecutors.ofNoSystem();
    }

    /** What continuations registered now are to carry along, or null. In the registering turn or thread. */
    public @Nullable Object capture() {
        return null;
    }

    /** Whether continuations are not run any more, because their actor has stopped or restarted. */
    public boolean isRetired() {
        return false;
    }

    /** Whether continuations will not run any more, or not after the present turn. Any thread. */
    public boolean isEnding() {
        return isRetired();
    }

    /** Whether a continuation that throws, and whose promise nobody listens to, is a failure of somebody: of an actor. */
    public boolean isSupervised() {
        return true;
    }

    /**
     * A continuation threw and nobody listens to the promise it should have settled.
     *
     * @param failure what was thrown
     */
    public abstract void failed(Throwable failure);

    /**
     * A promise has failed and nobody listens so far. On the settling thread; must be quick.
     *
     * @param failure to be reported unless somebody looks at it within a moment
     */
    public void unhandled(UnhandledFailure failure) {}

    /**
     * Ends a continuation, or a callback of which an item will never run, because its actor has stopped or restarted.
     *
     * @param continuation given to {@link #run}
     * @param reason fails the promise of the continuation
     * @return whether it counts as lost: a continuation does, and a task that says so
     */
    public static boolean abandon(Message continuation, Throwable reason) {
        if (continuation instanceof ContinuationPromise<?, ?> derived) {
            derived.abandon(reason);
            return true;
        }
        return continuation instanceof ExecutorTask task && task.abandon(reason);
    }

    /**
     * Asks to be told when this executor is retired: when its actor stops or restarts. In a turn of this executor. Executors
     * outside of actors tell nobody.
     *
     * @param enlisted told once, in the last turn of the executor, unless it was {@link #delist}ed
     */
    public final void enlist(Enlistment enlisted) {
        waiting().enlist(enlisted);
    }

    /**
     * Takes back what {@link #enlist} has asked for. Any thread.
     *
     * @param enlisted given to that method
     */
    public final void delist(Enlistment enlisted) {
        Waiting some = waiting;
        if (some != null) {
            some.delist(enlisted);
        }
    }

    /**
     * Tells all that are enlisted. When the executor has been retired; after the actor's end from any thread.
     *
     * @param reason made if somebody is enlisted; fails what depends on this executor
     */
    protected final void tellEnlisted(Supplier<? extends Throwable> reason) {
        Waiting some = waiting;
        if (some != null) {
            some.takeEnlisted().forEach(enlisted -> enlisted.onRetired(reason.get()));
        }
    }

    /**
     * A random number from the system's source of chance, cheap enough for every choice. In a turn of this executor or on
     * the thread that it belongs to.
     *
     * @param bound more than zero
     * @return from 0 on and below the bound
     */
    public final int chance(int bound) {
        return waiting().chance(bound, this);
    }

    /** Runs a continuation whose promise had settled; behind those that wait already, and if need be waits itself. */
    final void runLate(ContinuationPromise<?, ?> continuation, @Nullable DefaultPromise<?> behindLastOf) {
        Waiting some = waiting;
        if (behindLastOf == null && (some == null || some.deferred.isEmpty())) {
            run(continuation);
        } else {
            waiting().deferred.add(continuation, behindLastOf);
        }
    }

    /** Runs those of the waiting ones that need not wait any more. */
    final void resume() {
        Waiting some = waiting;
        if (some != null) {
            for (ContinuationPromise<?, ?> next = some.deferred.poll(); next != null; next = some.deferred.poll()) {
                run(next);
            }
        }
    }

    final void waitsFor(@Nullable DefaultPromise<?> promise) {
        waiting().promise = promise;
    }

    final @Nullable DefaultPromise<?> waitsFor() {
        Waiting some = waiting;
        return some == null ? null : some.promise;
    }

    private Waiting waiting() {
        Waiting some = waiting;
        if (some == null) {
            some = new Waiting();
            waiting = some;
        }
        return some;
    }

    /** Work on an executor that is no continuation of a promise, and is told if it will never run. */
    public abstract static class ExecutorTask extends Message {
        /** For subclasses. */
        protected ExecutorTask() {}

        /**
         * It will not run: the actor has stopped or restarted, or the system has closed. Any thread; must be quick.
         *
         * @param reason why
         * @return whether something that the user waits for is lost by it
         */
        protected abstract boolean abandon(Throwable reason);
    }

    private static final class Waiting {
        /** What the actor of this executor waits for in a blocking await; only on virtual threads. */
        private volatile @Nullable DefaultPromise<?> promise;

        private final DeferredContinuations deferred = new DeferredContinuations();

        private @Nullable Set<Enlistment> enlisted; // guarded by this

        /** State of a generator that the system's source has begun; 0 before. A lost update only repeats a number. */
        private long chance;

        synchronized void enlist(Enlistment some) {
            Set<Enlistment> all = enlisted;
            if (all == null) {
                all = new LinkedHashSet<>();
                enlisted = all;
            }
            all.add(some);
        }

        synchronized void delist(Enlistment some) {
            if (enlisted != null) {
                enlisted.remove(some);
            }
        }

        synchronized List<Enlistment> takeEnlisted() {
            List<Enlistment> all = enlisted == null ? List.of() : List.copyOf(enlisted);
            enlisted = null;
            return all;
        }

        int chance(int bound, CallbackExecutor executor) {
            long next = chance;
            if (next == 0) {
                next = executor.outside().random().nextLong() | 1;
            }
            next ^= next << 13; // Marsaglia, "Xorshift RNGs" (2003)
            next ^= next >>> 7;
            next ^= next << 17;
            chance = next;
            return (int) (((next >>> 32) * bound) >>> 32);
        }
    }
}
