// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.message;

import io.troupe.core.error.ActorException;
import io.troupe.core.promise.Deadline;
import io.troupe.core.promise.DefaultPromise;
import io.troupe.core.promise.Lane;
import io.troupe.core.promise.Promise;
import io.troupe.core.promise.UnhandledFailure;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A call with a result, and the promise of that result in the same object. For each method that returns a promise a
 * final subclass is generated. Sent once; delivered in the target's turn, unless it was cancelled or expired before.
 *
 * @param <T> type of the result
 */
public abstract class AskMessage<T> extends DefaultPromise<T> implements Call {
    private static final byte QUEUED = 0;
    private static final byte CALLING = 1;
    private static final byte CALLED = 2;

    /** Set before sending, by the caller's thread. */
    private @Nullable Outlet target;

    /** Set before sending, or later by the caller; read in the target's turn, racily: it serves error texts only. */
    private @Nullable Deadline deadline;

    /** Set in the target's turn; read racily by others, for error texts and to find cycles of waiting. */
    private byte phase = QUEUED;

    /** For generated subclasses. */
    protected AskMessage() {}

    /**
     * Calls the method.
     *
     * @param receiver the actor
     * @return what the method returned; null counts as a promise of null
     * @throws Throwable what the method throws
     */
    protected abstract @Nullable Promise<T> call(Object receiver) throws Throwable;

    @Override
    public final void deliver(Object receiver) throws Throwable {
        if (isSettled()) {
            return; // cancelled or expired while it was queued: nobody wants the result
        }
        Deadline limit = deadline;
        if (limit != null && !limit.begin()) {
            return; // expired, its timer is late
        }
        phase = CALLING;
        Promise<T> result;
        try {
            result = call(receiver);
        } catch (Throwable e) {
            phase = CALLED;
            settleFailure(e);
            if (ActorException.isFatal(e)) {
                throw e; // the actor cannot be trusted any more
            }
            target().answeredWithFailure(this, e);
            return;
        }
        if (result == null && target().stashed(this)) {
            phase = QUEUED; // not an answer: it will be delivered again
            return;
        }
        phase = CALLED;
        settleLike(result);
    }

    /**
     * Notes where the message goes. By the outlet, before it is put.
     *
     * @param outlet that sends it
     */
    public final void target(Outlet outlet) {
        target = outlet;
    }

    /** Whether the method has been called and has answered: with a result, a promise or by throwing. */
    public final boolean hasBegun() {
        return phase != QUEUED;
    }

    /** Where the message goes. */
    public final Outlet target() {
        return Objects.requireNonNull(target, "sent");
    }

    /**
     * Settles the call with an error instead of delivering it. Any thread.
     *
     * @param failure why
     */
    public final void reject(Throwable failure) {
        settleFailure(failure);
    }

    /** Settles the call with a result that came from elsewhere, for example over a link. Any thread. */
    public final void answer(@Nullable T value) {
        settleValue(value);
    }

    @Override
    protected final Lane outsideLane() {
        return target().callbackLane();
    }

    @Override
    protected final @Nullable Lane settledBy() {
        return phase == CALLED || target == null ? null : target.lane();
    }

    @Override
    protected final boolean isObsolete() {
        return isSettled();
    }

    @Override
    protected final void awaitedBy(Thread thread) {
        unparkWhenSettled(thread);
    }

    @Override
    protected final void onDeadline(Deadline limit) {
        Deadline before = deadline;
        if (before != null && before.left() <= limit.left()) {
            return; // it changes nothing
        }
        deadline = limit;
        if (target != null) {
            target.limited(this, limit);
        }
    }

    /** The nearest of the call's deadlines, or null if none has been set so far. Any thread; racy. */
    public final @Nullable Deadline deadline() {
        return deadline;
    }

    /**
     * Lets the call settle like another one. For outlets that replace it by another message; once, and only while this
     * one is in no queue.
     *
     * @param other settles it, now or later
     */
    public final void answerLike(Promise<? extends T> other) {
        settleLike(other);
    }

    @Override
    protected final void onUnheard(UnhandledFailure failure) {
        if (target != null) {
            target.unhandled(this, failure);
        }
    }

    @Override
    protected final String call() {
        Outlet outlet = target;
        return (outlet == null ? "" : outlet.address() + " ") + method();
    }

    @Override
    protected final void onAbandoned() {
        if (target != null) {
            target.abandoned(this);
        }
    }

    @Override
    protected final void onLateOutcome(@Nullable Throwable failure) {
        if (target != null) {
            target.late(this);
        }
    }

    @Override
    protected final String whereabouts() {
        Outlet outlet = target;
        if (outlet == null) {
            return "method=" + method() + ", state=not sent yet";
        }
        Deadline limit = deadline;
        String state = hasBegun() ? running(limit) : outlet.whereabouts(this);
        return "target=" + outlet.address() + ", method=" + method() + ", state=" + state;
    }

    /** Without a time if the deadline was set when the call had begun already. */
    private static String running(@Nullable Deadline limit) {
        Duration time = limit == null ? null : limit.running();
        return time == null ? "running" : "running for " + time;
    }

    @Override
    public final String toString() {
        return method() + super.toString().replace("Promise", "");
    }
}
