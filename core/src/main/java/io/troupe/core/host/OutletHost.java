// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.host;

import io.troupe.core.actor.DeadLetter;
import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.continuation.Deadlines;
import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.dispatch.timer.Clock;
import java.time.Duration;
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

    /** Bytes of messages that may wait in this system, where they are counted: on links. */
    MemoryBudget memory();

    /** What of the context of a call travels over links; null: nothing ever does. Always the same. */
    @Nullable
    ContextHeaders contexts();

    /** How long closing waits for actors to become idle, and for what they owe; zero: it does not. */
    Duration drainTimeout();

    /** Source of time. */
    Clock clock();

    /**
     * Counts and reports a message that was not delivered and has no caller to be told.
     *
     * @param letter what and why
     */
    void deadLetter(DeadLetter letter);

    /** Counts a result that came after its call had settled. */
    void lateResult();
}
