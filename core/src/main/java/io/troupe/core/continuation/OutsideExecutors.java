// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellThread;
import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.dispatch.timer.Clock;
import io.troupe.dispatch.timer.Timeout;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The executors of threads outside of actors, for one actor system or for promises of no system. Each thread has one of its
 * own: its continuations run one at a time, in order, and wait for those of no other thread. An executor lives as long as a
 * continuation needs it; a thread without one gets a new executor. Any thread.
 */
public abstract class OutsideExecutors {
    private final CallbackThreads threads;

    /** Keeps nothing: neither an executor that nobody needs nor, when the system has gone, its executors. */
    @SuppressWarnings("ThreadLocalUsage") // each system has its own executors
    private final ThreadLocal<@Nullable WeakReference<CallbackExecutor>> ofThread = new ThreadLocal<>();

    /**
     * Executors without threads so far.
     *
     * @param threadName beginning of the names of the threads that run the executors
     * @param executor runs them instead; null for virtual threads where there are, else up to 256 platform threads that
     *     end when they are idle
     */
    protected OutsideExecutors(String threadName, @Nullable Executor executor) {
        threads = executor == null ? new CallbackThreads(threadName, false) : new CallbackThreads(executor);
    }

    /** Executors on the given threads. */
    OutsideExecutors(CallbackThreads threads) {
        this.threads = threads;
    }

    /**
     * The executors for promises that belong to no system: on the clock of the machine, and never closed. A thread in which a
     * simulation happens has those of the simulation in their place.
     */
    public static OutsideExecutors ofNoSystem() {
        return GlobalExecutors.INSTANCE;
    }

    /**
     * The executors for promises that belong to no system, in the thread of a simulation.
     *
     * @param clock of the simulation
     * @param executor runs continuations as events of the simulation
     * @param random chance of the simulation
     * @return executors that are closed when the simulation ends
     */
    public static OutsideExecutors ofSimulation(Clock clock, Executor executor, RandomGenerator random) {
        return GlobalExecutors.simulated(clock, executor, random);
    }

    /** The executor of the calling thread. */
    public final CallbackExecutor ofThisThread() {
        return here().known();
    }

    private CallbackExecutor known() {
        WeakReference<CallbackExecutor> known = ofThread.get();
        CallbackExecutor executor = known == null ? null : known.get();
        if (executor == null || executor.isRetired()) {
            executor = newExecutor();
            ofThread.set(new WeakReference<>(executor));
        }
        return executor;
    }

    /**
     * Runs something at once, as if it were a continuation of the calling thread: promises that it makes belong here, and
     * what it registers runs on the thread's executor. For who calls users' code in the name of a system.
     *
     * @param task what it throws goes to the caller
     */
    public final void call(Runnable task) {
        Cell before = CellThread.currentCell();
        CellThread.enter(((OutsideCell.OutsideExecutor) ofThisThread()).cell());
        try {
            task.run();
        } finally {
            CellThread.enter(before);
        }
    }

    /** One more executor, of no thread. */
    final CallbackExecutor newExecutor() {
        return new OutsideCell(this, threads).callbackExecutor();
    }

    /** The executors that the calling thread has in place of these. By default it has these. */
    OutsideExecutors here() {
        return this;
    }

    /**
     * Lets queued continuations run, then ends the threads. Continuations that come later fail, and those that are still
     * queued at the deadline.
     *
     * @param deadline how long to wait
     * @return whether all threads have ended in time
     */
    public final boolean close(Duration deadline) {
        return threads.close(deadline);
    }

    final boolean isClosed() {
        return threads.isClosed();
    }

    /**
     * Runs a small task later, on the timer's thread.
     *
     * @param nanos delay, at least 0
     * @param task must not block
     */
    protected abstract Timeout schedule(long nanos, Runnable task);

    /** The deadlines of promises that threads outside of actors limit; on the clock of {@link #schedule}. */
    protected abstract Deadlines deadlines();

    /** Current time on the clock of {@link #schedule}, in nanoseconds. */
    protected abstract long nanos();

    /** Whether continuations may block their thread by an await. */
    protected abstract boolean mayBlock();

    /** Whether what settles promises here runs only while somebody calls the dispatcher to run it. By default it does not. */
    protected boolean isDriven() {
        return false;
    }

    /** Whether nothing goes on here while that thread waits, as it runs a simulation. By default there is none. */
    protected boolean happensIn(Thread thread) {
        return false;
    }

    /**
     * A continuation threw and nobody listens to the promise it should have settled.
     *
     * @param failure what was thrown
     */
    protected abstract void failed(Throwable failure);

    /** Whether a continuation that throws, and whose promise nobody listens to, is a failure at once. By default it is. */
    protected boolean isSupervised() {
        return true;
    }

    /**
     * A promise has failed and nobody listens so far. On the settling thread; must be quick.
     *
     * @param failure to be reported unless somebody looks at it within a moment
     */
    protected void unhandled(UnhandledFailure failure) {}

    /** Why continuations do not run any more. */
    protected abstract Throwable ended();

    /** The source of chance. Safe for several threads. */
    protected abstract RandomGenerator random();

    /** The budget for what waits in queues that are used here. Any thread; always the same. */
    public abstract MemoryBudget memory();

    /** What continuations registered by the calling thread are to carry, or null. */
    protected @Nullable Object capture() {
        return null;
    }

    /**
     * Makes what a continuation carries current.
     *
     * @param carried from {@link #capture}
     * @return what was current before
     */
    protected @Nullable Object install(@Nullable Object carried) {
        return null;
    }

    /**
     * Ends what {@link #install} began.
     *
     * @param before what that returned
     */
    protected void restore(@Nullable Object before) {}
}
