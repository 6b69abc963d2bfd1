// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.host;

import io.troupe.core.actor.DeadLetter;
import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.continuation.Deadlines;
import io.troupe.core.continuation.SettablePromise;
import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.dispatch.timer.Clock;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** What an actor system offers to outlets that lead out of it, such as links to other processes. Any thread. */
public interface OutletHost {
    /** Name of the system. */
    String name();

    /** Where continuations of outside threads run; also for timers on the system's clock. */
    CallbackExecutor outsideExecutor();

    /** Deadlines of this system's promises. */
    Deadlines deadlines();

    /** Time that asks have whose callers choose no deadline; 0: there is no limit. */
    long askNanos();

    /** Bytes that may wait in the queues of this system, where they are counted. */
    MemoryBudget memory();

    /** What of the context of a call travels over links; null: nothing ever does. Always the same. */
    @Nullable
    ContextHeaders contexts();

    /** What wants to be told about messages and links; null: nothing does. Always the same. */
    @Nullable
    TracePoints tracePoints();

    /** How long closing waits for actors to become idle, and for what they owe; zero: it does not. */
    Duration drainTimeout();

    /** Source of time. */
    Clock clock();

    /** Source of chance. Nobody can foresee it, unless whoever made the system has given one. */
    RandomGenerator random();

    /**
     * A promise for callers of any kind. In a system without threads, what threads outside of turns let follow it runs on
     * the executors of the system; else on those of no system, where it may block.
     *
     * @param <T> type of the value
     */
    <T> SettablePromise<T> newPromise();

    /** Whether the system has no threads: its turns run when somebody drives them. Always the same. */
    boolean isDriven();

    /**
     * Runs the turns of a system without threads, and lets its time pass, until a condition holds. Not in a turn.
     *
     * @param condition what is waited for; quick
     * @param limit of waiting, in time of the system if that moves by hand
     * @return whether it holds; without effect false if the system has threads, or in a turn
     */
    boolean drive(BooleanSupplier condition, Duration limit);

    /**
     * Names threads that closing the system waits for: they may not close it.
     *
     * @param where what they do, for the error
     * @param own whether the calling thread is one of them; quick
     */
    void ownThreads(String where, BooleanSupplier own);

    /**
     * Counts and reports a message that was not delivered and has no caller to be told.
     *
     * @param letter what and why
     */
    void deadLetter(DeadLetter letter);

    /** Counts a result that came after its call had settled. */
    void lateResult();
}
