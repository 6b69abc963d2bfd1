// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.message;

import io.troupe.core.continuation.CallbackCell;
import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.continuation.Deadline;
import io.troupe.core.continuation.Deadlines;
import io.troupe.core.continuation.DefaultPromise;
import io.troupe.core.continuation.DevelopmentChecks;
import io.troupe.core.continuation.SettablePromise;
import io.troupe.core.continuation.UnhandledFailure;
import io.troupe.core.error.ActorException;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellThread;
import io.troupe.dispatch.cell.Mailbox;
import io.troupe.dispatch.cell.OutputGate;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A call with a result, and the promise of that result in the same object. For each method that returns a promise a
 * final subclass is generated. Sent once; delivered in the target's turn, unless it was cancelled or expired before.
 *
 * <p>Its deadline goes by the clock of its target's system. Known race: the caller chooses a deadline while the call
 * settles. The settling thread writes the outcome and then reads the deadline; the caller writes the deadline and then
 * reads the outcome, with full fences between: one of them releases the deadline.
 *
 * <p>Known race: the deadline passes while the delivery begins, or while the message is sent to another process. Both change {@code
 * phase} by compare-and-set; so an error that says that the call was not executed is right.
 *
 * @param <T> type of the result
 */
public abstract class AskMessage<T> extends DefaultPromise<T> implements Call {
    private static final byte QUEUED = 0;
    private static final byte WITHDRAWN = 1;
    private static final byte SENT = 2;
    private static final byte CALLING = 3;
    private static final byte CALLED = 4;

    /** Steps of a chain of calls that are remembered, for errors; what comes behind them is passed over. */
    private static final int MOST_STEPS = 8;

    private static final VarHandle PHASE;

    static {
        try {
            PHASE = MethodHandles.lookup().findVarHandle(AskMessage.class, "phase", byte.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Set before sending, by the caller's thread. */
    private @Nullable Outlet target;

    /** Set before sending, or later by the caller. Read when it settles, and racily for errors. */
    private @Nullable Deadline deadline;

    /** What the method returned while that pends. Written by whoever makes it wait; read racily, for errors. */
    private @Nullable DefaultPromise<?> upstream;

    /** By PHASE where it matters; read racily by others, for error texts and to find cycles of waiting. */
    private byte phase = QUEUED;

    /** Whether the caller has chosen the deadline, or that there is none. The caller's thread. */
    private boolean chosen;

    /** How many calls wait for this one, each for the next. Written by those that wait. */
    private byte step;

    /** Where its target keeps it while it owes the answer; guarded by the target's account. */
    private int place;

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

    /**
     * Calls the method for a message of another kind that is made of this one, which is never sent itself.
     *
     * @param receiver the actor
     * @return what the method returned
     * @throws Throwable what the method throws
     */
    public final @Nullable Promise<T> callFor(Object receiver) throws Throwable {
        return call(receiver);
    }

    /** Whether what the method throws is a failure of the actor, besides that of the call. */
    protected boolean failsActor() {
        return false;
    }

    /** Lets go of the arguments that are objects: they are not needed any more, while the result may pend for long. */
    protected void forget() {}

    /**
     * It is about to be sent to another process: from now on nobody here knows whether it is executed. By outlets, before they
     * encode it; a second call changes nothing.
     *
     * @return false if its deadline has passed while it was queued: it must not be sent
     */
    public final boolean beginSending() {
        return PHASE.compareAndSet(this, QUEUED, SENT) || isSent();
    }

    /** Whether {@link #beginSending} was called. Any thread; racy. */
    public final boolean isSent() {
        return phase == SENT;
    }

    /** Its arguments have been sent elsewhere: nobody needs them here any more. By outlets, once, after encoding them. */
    public final void leave() {
        forget();
    }

    @Override
    public final void deliver(Object receiver) throws Throwable {
        if (isSettled()) {
            return; // cancelled or expired while it was queued: nobody wants the result
        }
        Deadline limit = deadline;
        if (limit == null) {
            PHASE.setRelease(this, CALLING);
        } else if (chosen && hasPassed(limit)) {
            return; // its timer is late
        } else if (!PHASE.compareAndSet(this, QUEUED, CALLING)) {
            return; // expired just now
        }
        Promise<T> result;
        try {
            result = call(receiver);
            if (OutputGate.isUsed()) {
                result = behindGate(result);
            }
        } catch (Throwable e) {
            OutputGate gate = OutputGate.isUsed() ? OutputGate.current() : null;
            if (gate != null && !gate.isOpen() && !ActorException.isFatal(e)) {
                failBehind(gate, e);
                if (failsActor()) {
                    throw e;
                }
                return;
            }
            phase = CALLED;
            forget();
            settleFailure(e);
            if (ActorException.isFatal(e) || failsActor()) {
                throw e; // the actor cannot be trusted any more
            }
            target().answeredWithFailure(this, e);
            return;
        }
        if (result == null && target().stashed(this)) {
            phase = QUEUED; // not an answer: it will be delivered again
            return;
        }
        if (result instanceof DefaultPromise<?> pending) {
            awaits(pending);
        }
        phase = CALLED;
        forget();
        if (isLimited() && isUnderWay(result)) {
            return;
        }
        settleLike(result);
        if (isUnpaid()) {
            target().owed(this);
        }
    }

    /** Whether the answer is on its way to the caller for a while, in a simulation. In the turn. */
    private boolean isUnderWay(@Nullable Promise<T> result) {
        Cell cell = target().cell();
        Mailbox mailbox = cell == null ? null : cell.mailbox(); // null for most actors
        return mailbox != null
                && cell == CellThread.currentCell()
                && (result == null || result.isSettled())
                && mailbox.delaysAnswer(() -> settleLike(result));
    }

    /** The same result, but not before the gate of its actor lets it out. In the turn. */
    private @Nullable Promise<T> behindGate(@Nullable Promise<T> result) {
        OutputGate gate = OutputGate.current();
        if (gate == null || (result == null && target().stashed(this))) {
            return result;
        }
        Promise<T> answer = result == null ? Promise.of(null) : result;
        if (answer.isSettled() && gate.isOpen()) {
            return answer;
        }
        SettablePromise<T> held = new SettablePromise<>();
        if (answer.isSettled()) {
            gate.whenOpen(() -> held.completeLike(answer), held::fail);
        } else {
            answer.onComplete((value, failure) -> gate.whenOpen(
                    () -> {
                        if (failure == null) {
                            held.complete(value);
                        } else {
                            held.fail(failure);
                        }
                    },
                    held::fail));
        }
        return held;
    }

    private void failBehind(OutputGate gate, Throwable failure) {
        SettablePromise<T> held = new SettablePromise<>();
        gate.whenOpen(() -> held.fail(failure), held::fail);
        awaits(held);
        phase = CALLED;
        forget();
        settleLike(held);
        if (isUnpaid()) {
            target().owed(this);
        }
        target().answeredWithFailure(this, failure);
    }

    /**
     * Whether its target has to see to the answer. Not once it has settled, and not once it was passed over in a chain of
     * calls: then the target of the call behind it has to. Any thread; once false it stays so for the account.
     */
    public final boolean isUnpaid() {
        return !isPassedOver() && !isSettled();
    }

    /** By the clock, which is looked at for deadlines that somebody has chosen: these are short as a rule. In the turn. */
    private boolean hasPassed(Deadline limit) {
        CallbackExecutor executor = target().callbackExecutor();
        return executor != null && limit.left(executor.nanos()) <= 0;
    }

    /**
     * Notes where the message goes. By the outlet, before it is put.
     *
     * @param outlet that sends it
     */
    public final void target(Outlet outlet) {
        target = outlet;
    }

    /** Whether its method was called, here: false also for a message that was sent elsewhere, or that a copy was made of. */
    public final boolean hasBegun() {
        return phase >= CALLING;
    }

    /** Place of the ask in the account of its target, for that one's use. Guarded by the account. */
    public final int place() {
        return place;
    }

    /**
     * Notes the place in the account of the target. Guarded by the account.
     *
     * @param newPlace any
     */
    public final void place(int newPlace) {
        place = newPlace;
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

    /** The reference takes the place of the actor's own object, wherever and by whom the result was brought about. */
    @Override
    protected final Object leaving(Object outcome) {
        if (target == null || !(target.cell() instanceof CallbackCell cell)) {
            return outcome; // another process has dealt with it
        }
        Object receiver = cell.receiver();
        if (receiver == outcome) {
            return cell.reference();
        }
        return DevelopmentChecks.ON ? DevelopmentChecks.refuseInResult(outcome, receiver, method()) : outcome;
    }

    /** Settles the call with a result that came from elsewhere, for example over a link. Any thread. */
    public final void answer(@Nullable T value) {
        settleValue(value);
    }

    @Override
    protected final CallbackExecutor outsideExecutor() {
        return target().outsideExecutor();
    }

    @Override
    protected final @Nullable CallbackExecutor settledBy() {
        return phase == CALLED || target == null ? null : target.callbackExecutor();
    }

    @Override
    protected final boolean isObsolete() {
        return isSettled();
    }

    @Override
    protected final void awaitedBy(Thread thread) {
        unparkWhenSettled(thread);
    }

    // ---- deadlines -----------------------------------------------------------------------------------------------

    /**
     * Sets the default deadline, unless there is one or the caller has chosen to have none. By outlets, before it is put.
     *
     * @param deadlines of the target's system
     * @param nanos from now; 0: there is no default
     */
    public final void limitBy(Deadlines deadlines, long nanos) {
        if (nanos > 0 && deadline == null && !chosen) {
            deadline = deadlines.set(this, nanos);
        }
    }

    @Override
    protected final void limit(Deadlines callers, long nanos) {
        Outlet outlet = target;
        Deadlines deadlines =
                outlet == null ? callers : outlet.outsideExecutor().deadlines();
        Deadline before = deadline;
        if (chosen && before != null && (nanos == 0 || before.left(deadlines.nanos()) <= nanos)) {
            return; // of several that were asked for the nearest counts
        }
        choose(deadlines, nanos);
        if (outlet != null && !isSettled()) {
            outlet.limited(this);
        }
    }

    /**
     * Sets the deadline that came along with a call from another process, in place of the one before. Any thread, one at
     * a time.
     *
     * @param executor whose clock is that of the target's system
     * @param nanos time left; 0 or less: none
     */
    public final void inherit(CallbackExecutor executor, long nanos) {
        choose(executor.deadlines(), Deadline.limitOf(nanos));
    }

    private void choose(Deadlines deadlines, long nanos) {
        Deadline before = deadline;
        chosen = true;
        if (nanos > 0) {
            deadline = before == null ? deadlines.set(this, nanos) : deadlines.replace(before, this, nanos);
        } else if (before != null) {
            before.release();
            deadline = null;
        }
        VarHandle.fullFence();
        if (isSettled()) {
            letGo();
        }
    }

    /** Nanoseconds until the deadline, at least 1 even if it has passed; 0: there is none. Any thread; racy. */
    public final long left() {
        Deadline limit = deadline;
        return limit == null
                ? 0
                : Math.max(1, limit.left(target().outsideExecutor().nanos()));
    }

    /** Whether the call has a deadline. Any thread; racy. */
    public final boolean isLimited() {
        return deadline != null;
    }

    @Override
    protected final boolean withdraw() {
        return PHASE.compareAndSet(this, QUEUED, WITHDRAWN);
    }

    @Override
    protected final void letGo() {
        Deadline limit = deadline;
        if (limit != null) {
            limit.release();
        }
        DefaultPromise<?> awaited = upstream;
        upstream = null;
        if (awaited != null && !awaited.isSettled()) { // it has been given up
            awaited.unwantedBy(this);
        }
    }

    @Override
    public final void unwantedBy(DefaultPromise<?> waiting) {
        DefaultPromise<?> awaited = upstream;
        if (awaited != null && isOnlyFor(waiting)) {
            awaited.unwantedBy(this);
        }
    }

    // ---- chains of calls -----------------------------------------------------------------------------------------

    @Override
    protected final void awaits(DefaultPromise<?> awaited) {
        upstream = awaited;
        if (awaited instanceof AskMessage<?> next) {
            next.step = (byte) Math.min(step + 1, Byte.MAX_VALUE);
        }
    }

    /** Calls at the beginning of a chain are, so that errors can name them; a long chain does not pile up. */
    @Override
    protected final boolean remembers(DefaultPromise<?> next) {
        return step < MOST_STEPS && next instanceof AskMessage<?>;
    }

    @Override
    protected final boolean isOwed() {
        return true;
    }

    /** If the call that waits ends no later, the end of this one needs no watching. The call behind it is owed instead. */
    @Override
    protected final void onPassedOver(DefaultPromise<?> waiting) {
        Deadline limit = deadline;
        if (limit != null && waiting instanceof AskMessage<?> call && call.isLimited() && call.left() <= left()) {
            limit.release();
        }
        if (target != null) {
            target.paid(this);
        }
    }

    @Override
    protected final void onWantedAgain() {
        if (deadline != null) {
            choose(target().outsideExecutor().deadlines(), left());
        }
    }

    @Override
    protected final @Nullable DefaultPromise<?> upstream() {
        return upstream;
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
    protected final void onFollowed() {
        if (target != null) {
            target.paid(this);
        }
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
    protected final String label() {
        return method() + (target == null ? "" : " of " + target.address());
    }

    @Override
    protected final @Nullable String targetAddress() {
        return target == null ? null : target.address();
    }

    @Override
    protected final String methodName() {
        return method().toString();
    }

    @Override
    protected final String whereabouts() {
        Outlet outlet = target;
        if (outlet == null) {
            return "not sent yet";
        }
        return switch (phase) {
                    case CALLING -> "running";
                    case CALLED ->
                        step < MOST_STEPS ? "waiting for what its method returned" : "waiting for calls behind it";
                    default -> outlet.whereabouts(this);
                }
                + sent(outlet);
    }

    /** When the deadline was set, which is when it was sent unless the caller has chosen one later. */
    private String sent(Outlet outlet) {
        Deadline limit = deadline;
        return limit == null
                ? ""
                : ", sent "
                        + Duration.ofNanos(limit.age(outlet.outsideExecutor().nanos())) + " ago";
    }

    @Override
    public final String toString() {
        return method() + super.toString().replace("Promise", "");
    }
}
