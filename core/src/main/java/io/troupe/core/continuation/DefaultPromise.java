// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import io.troupe.core.error.CallCancelledException;
import io.troupe.core.promise.Promise;
import io.troupe.core.promise.Settled;
import io.troupe.dispatch.cell.CellThread;
import io.troupe.dispatch.cell.Message;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A promise that settles once. As a message it is its own continuation, as a listener of another promise it takes over
 * that one's outcome; so an ask or a {@code then} is one object. Any thread may settle it and register listeners.
 *
 * <p>Invariant: {@code state} is null (pending, no listener), a {@link SettleListener} (pending, newest listener) or an
 * outcome, and never changes again once it is an outcome. Known race: a listener registered while another thread
 * settles. Both change the same word by compare-and-set, so either the settler sees the listener or the listener sees
 * the outcome.
 *
 * <p>Invariant: continuations of one executor are handed to it in the order of their registration. Known race: the outcome
 * can be seen a moment before the listeners have been handed over, so a later continuation could overtake them. Two
 * remedies, both without an atomic step in the usual case. If all continuations belong to one executor that registers in its
 * own turns only, that executor keeps the later one behind the {@link #last} one before it. Otherwise the outcome is published
 * in a {@link Handover}, which takes the later one and gives it to the settling thread.
 *
 * @param <T> type of the value
 */
public abstract non-sealed class DefaultPromise<T> extends SettleListener implements Promise<T> {
    /**
     * Whether there may be actors that do not extend {@link ActorObject}. Set before the first one exists, and never reset; so
     * the sender of its first message sees it.
     */
    static boolean otherActors;

    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(DefaultPromise.class, "state", Object.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Listeners or outcome, the latter in a {@link Handover} if several executors listened. Any thread, by compare-and-set. */
    private volatile @Nullable Object state;

    /**
     * The last continuation that was registered before the outcome, until it runs. Written by the executor of that
     * continuation, in its turns; if there are continuations of several executors it means nothing and nobody relies on it.
     */
    private @Nullable ContinuationPromise<?, ?> last;

    /** A pending promise. */
    protected DefaultPromise() {}

    // ---- settling ------------------------------------------------------------------------------------------------

    /**
     * Settles with a value.
     *
     * @return false if it was settled already; the value then counts as late
     */
    protected final boolean settleValue(@Nullable T value) {
        return settle(exported(OutcomeCodec.value(value)));
    }

    /**
     * Settles with a failure.
     *
     * @return false if it was settled already; the failure then counts as late
     */
    protected final boolean settleFailure(Throwable cause) {
        return settle(OutcomeCodec.failure(Objects.requireNonNull(cause, "cause")));
    }

    /**
     * Settles like the other promise, now or when that one settles.
     *
     * @param other null counts as a promise of null
     */
    @SuppressWarnings("unchecked") // outcomes of a promise of a subtype are outcomes of this one
    protected final void settleLike(@Nullable Promise<? extends T> other) {
        if (other instanceof DefaultPromise<?> pending) {
            if (pending == this) {
                settleFailure(new IllegalStateException("a promise must not be settled by itself: promise=" + this));
            } else if (!passOn(pending)) {
                ((DefaultPromise<T>) pending).listen(follower());
                if (isSettled()) {
                    pending.unwantedBy(this);
                }
            }
        } else if (other instanceof FulfilledPromise<?> fulfilled) {
            settle(shown(exported(fulfilled.outcome())));
        } else if (other == null) {
            settleValue(null);
        } else {
            throw new IllegalArgumentException("promise must be one of this library: class=" + other.getClass());
        }
    }

    /** If one promise only waits for this one, lets it wait directly for what this one now waits for, see {@link Shortcut}. */
    private boolean passOn(DefaultPromise<?> awaited) {
        if (!(state instanceof SettleListener only) || only.nextListener() != null) {
            return false;
        }
        DefaultPromise<?> waiting = only.following();
        if (waiting == null
                || waiting == awaited
                || (isOwed() && !awaited.isOwed())
                || waiting.remembers(this)
                || !STATE.compareAndSet(this, only, new Shortcut(awaited, waiting))) {
            return false;
        }
        waiting.awaits(awaited);
        onPassedOver(waiting);
        if (!waiting.isOwed() || !waiting.passOn(awaited)) { // one that could not be passed over may be now
            awaited.listen(only);
        }
        return true;
    }

    /** Whether the only promise that waited for this one now waits for something else directly. Racy unless it is so. */
    protected final boolean isPassedOver() {
        return state instanceof Shortcut;
    }

    /**
     * Whether an actor owes it, and settles it if nobody else does. Such a promise is passed over only if the one that it
     * waits for is owed, too: else nobody would settle those that wait when the actor ends.
     */
    protected boolean isOwed() {
        return false;
    }

    /**
     * Told that a promise that was to settle like this one has settled, perhaps otherwise. Known race: it settles while it
     * begins to wait for this one. Both sides look for the other one after a full fence, so this may be told twice.
     */
    public void unwantedBy(DefaultPromise<?> waiting) {}

    /** Whether nothing waits for this promise but another one that is to settle like it. Racy unless it is so. */
    protected final boolean isOnlyFor(DefaultPromise<?> waiting) {
        return onlyFollower(state) == waiting;
    }

    /** The promise that alone is to settle like this one, of the listeners that there are; null: there is none, or there are others. */
    static @Nullable DefaultPromise<?> onlyFollower(@Nullable Object listeners) {
        return listeners instanceof SettleListener only && only.nextListener() == null ? only.following() : null;
    }

    /** Told what it waits for now, when what it waited for has passed it on. */
    protected void awaits(DefaultPromise<?> awaited) {}

    /** Whether it wants to know this step, for which it waits: then it is not passed on. */
    protected boolean remembers(DefaultPromise<?> step) {
        return false;
    }

    /** Told that the only promise that waited for this one now waits for something else directly. */
    protected void onPassedOver(DefaultPromise<?> waiting) {}

    /** Told that after that somebody is interested in this promise all the same. */
    protected void onWantedAgain() {}

    @Override
    @Nullable
    DefaultPromise<?> following() {
        return this;
    }

    /** Puts the reference in place of a plain actor's own object; other actors are dealt with by the outcome itself. */
    static Object exported(Object outcome) {
        return otherActors && CellThread.currentCell() instanceof CallbackCell running && running.receiver() == outcome
                ? running.reference()
                : outcome;
    }

    /** What others get to see of an outcome that comes from another promise, or from the actor that was asked. */
    private Object shown(Object outcome) {
        return otherActors || DevelopmentChecks.ON ? leaving(outcome) : outcome;
    }

    /** The same, if the outcome may be or hold an actor's own object. */
    protected Object leaving(Object outcome) {
        return outcome;
    }

    /**
     * Writes a value as the outcome and tells nobody so far: for callers that hold a lock, since telling runs the code of
     * listeners. The caller must pass the result to {@link #announce} when it has let go of the lock.
     *
     * @return null if it was settled already
     */
    final @Nullable Object settleSilently(@Nullable T value) {
        Object outcome = OutcomeCodec.value(value);
        Object before = exchange(outcome);
        if (before == outcome) {
            return null;
        }
        return before == null ? this : before;
    }

    /** The value if it is fulfilled with one, else null. Does not count as a look at the outcome. */
    final @Nullable T peek() {
        Object outcome = outcome();
        return outcome == null || OutcomeCodec.causeOf(outcome) != null
                ? null
                : OutcomeCodec.<@Nullable T>valueOf(outcome);
    }

    /**
     * Tells the listeners of an outcome that {@link #settleSilently} has written. Once.
     *
     * @param listeners what that method returned
     */
    final void announce(Object listeners) {
        if (listeners != this) {
            tellAll((SettleListener) listeners, Objects.requireNonNull(outcome(), "outcome"));
        }
    }

    final boolean settle(Object outcome) {
        Object before = exchange(outcome);
        if (before == outcome) {
            return false;
        }
        if (!OutcomeCodec.isSeen(outcome)) {
            checkHeard((SettleListener) before, outcome);
        }
        if (before != null) {
            tellAll((SettleListener) before, outcome);
        }
        return true;
    }

    private void checkHeard(@Nullable SettleListener newest, Object failure) {
        if (!isHeard(newest)) {
            onUnheard(new UnhandledFailure(this, failure));
        }
    }

    /**
     * Told when the promise has failed and nobody listens so far. On the settling thread; must be quick.
     *
     * @param failure knows later whether somebody has looked at it meanwhile
     */
    protected void onUnheard(UnhandledFailure failure) {}

    /** Target and method if this is a call; else null. For reports of failures. */
    protected @Nullable String call() {
        return null;
    }

    /** Writes the outcome; returns the listeners to tell, or the outcome itself if the promise was settled already. */
    private @Nullable Object exchange(Object outcome) {
        while (true) {
            Object seen = state;
            if (isOutcome(seen)) {
                onLateOutcome(OutcomeCodec.causeOf(outcome));
                return outcome;
            }
            if (seen == null || isOfOneExecutor((SettleListener) seen)) {
                if (STATE.compareAndSet(this, seen, outcome)) {
                    letGo();
                    return seen;
                }
            } else {
                Handover handover = new Handover(outcome);
                if (STATE.compareAndSet(this, seen, handover)) {
                    letGo();
                    return handover.endBehind((SettleListener) seen);
                }
            }
        }
    }

    /** Whether all continuations are of one executor, which registers them in its own turns. Right while nobody settles. */
    private boolean isOfOneExecutor(SettleListener newest) {
        CallbackExecutor executor = newest.order();
        return newest.anyLink() == null ? executor == null || executor.isExclusive() : areOfOneExecutor(newest);
    }

    private boolean areOfOneExecutor(SettleListener newest) {
        CallbackExecutor executor = null;
        Message at = newest;
        while (at instanceof SettleListener listener
                && state == newest) { // else another thread settles, and changes the links
            CallbackExecutor own = listener.order();
            if (own != null) {
                if (!own.isExclusive() || (executor != null && executor != own)) {
                    return false;
                }
                executor = own;
            }
            at = listener.anyLink();
        }
        return true;
    }

    /** Told that it has settled, before the listeners: lets go of what only a pending promise needs. Must be quick. */
    protected void letGo() {}

    /** A listener that makes this promise settle like the one it listens to: usually the promise itself. */
    SettleListener follower() {
        return this;
    }

    @Override
    @Nullable
    SettleListener onSettled(Object outcome) {
        SettleListener told = adopt(outcome);
        onFollowed();
        return told;
    }

    /** Told when this promise has settled because the one that it followed has. On the settling thread; must be quick. */
    protected void onFollowed() {}

    /** Takes over an outcome; returns the own listeners, oldest first, for the caller to tell. */
    final @Nullable SettleListener adopt(Object outcome) {
        Object left = shown(outcome);
        if (left != outcome) {
            settle(left); // the caller would tell the listeners the other one
            return null;
        }
        Object own = OutcomeCodec.copy(outcome);
        Object before = exchange(own);
        if (before == own) {
            return null;
        }
        if (!OutcomeCodec.isSeen(own)) {
            checkHeard((SettleListener) before, own);
        }
        return before == null ? null : oldestFirst((SettleListener) before);
    }

    /**
     * Told when something tried to settle a promise that was settled already, typically by a timeout.
     *
     * @param failure the late failure, or null for a late value
     */
    protected void onLateOutcome(@Nullable Throwable failure) {}

    /**
     * Asked before the caller's cancel or deadline settles the promise: whether nothing has been decided that will settle it
     * by itself. From a true answer on nothing else may settle it. By default the first outcome counts. Any thread.
     */
    boolean giveUp() {
        return true;
    }

    /** Told when somebody gets to see the outcome: a continuation runs, or a thread looks at it. */
    void onHeard() {}

    /** Told when a continuation on this promise will not run, because its actor has stopped or restarted. Any thread. */
    void onForsaken() {}

    /** Told when the caller does not want the result any more: it has cancelled, or its deadline has passed. */
    protected void onAbandoned() {}

    /**
     * Sets a deadline that was asked for. By the caller's thread, while it is not known to have settled.
     *
     * @param deadlines of the caller's executor
     * @param nanos from now; 0 takes the default deadline away
     */
    protected void limit(Deadlines deadlines, long nanos) {
        Deadline deadline = nanos == 0 ? null : deadlines.set(this, nanos);
        if (deadline != null) {
            listen(new DeadlineListener(deadline));
        }
    }

    /** Its deadline has passed. On the timer's thread. */
    final void expire(Deadline passed) {
        if (isSettled() || !giveUp()) {
            return;
        }
        boolean maybeExecuted = !withdraw();
        if (settle(OutcomeCodec.failure(WaitChain.overdue(this, passed, maybeExecuted)))) {
            onAbandoned();
        }
    }

    /**
     * Takes a call back that has not begun.
     *
     * @return whether it has certainly not been executed and will not be
     */
    protected boolean withdraw() {
        return false;
    }

    // ---- what errors say -----------------------------------------------------------------------------------------

    /** What kind of promise it is, for errors. */
    protected String label() {
        return "a promise that nobody has settled so far";
    }

    /** What it waits for, in words; without the things that this one waits for in turn. */
    protected String whereabouts() {
        return "pending";
    }

    /** The address of the actor that was called, or null if this is no call or it was not sent. */
    protected @Nullable String targetAddress() {
        return null;
    }

    /** The method that was called, or null if this is no call. */
    protected @Nullable String methodName() {
        return null;
    }

    /** The promise this one waits for now, as far as known. */
    final @Nullable DefaultPromise<?> awaited() {
        if (state instanceof Shortcut link) {
            return link.awaited;
        }
        DefaultPromise<?> upstream = upstream();
        if (upstream != null) {
            return upstream;
        }
        CallbackExecutor by = settledBy();
        return by == null ? null : by.waitsFor();
    }

    // ---- listening -----------------------------------------------------------------------------------------------

    /** Registers a listener that runs on the settling thread, or at once. */
    final void listen(SettleListener listener) {
        Object before = register(listener);
        if (before != null && isOutcome(before)) {
            tellLate(listener, before);
        } else if (before instanceof Shortcut link) {
            tellAgain(link);
        }
    }

    /** Unparks a thread when the promise has settled, or at once if it has. Any thread. */
    protected final void unparkWhenSettled(Thread thread) {
        listen(new BlockedThread(thread));
    }

    /** Somebody is interested in a promise that was passed over: it must be told again. */
    private void tellAgain(Shortcut passed) {
        DefaultPromise<?> at = this;
        Shortcut link = passed;
        while (true) {
            at.onWantedAgain();
            SettleListener follower = new Follower(at);
            at = link.awaited;
            Object before = at.register(follower);
            if (before != null && isOutcome(before)) {
                at.tellLate(follower, before);
                return;
            }
            if (!(before instanceof Shortcut next)) {
                return;
            }
            link = next;
        }
    }

    /** Puts the listener into the list, unless there is an outcome; returns what was there before. */
    private @Nullable Object register(SettleListener listener) {
        Object seen;
        do {
            seen = state;
            if (isOutcome(seen)) {
                return seen;
            }
            listener.nextListener((SettleListener) seen);
        } while (!STATE.compareAndSet(this, seen, listener));
        return seen;
    }

    private void tellLate(SettleListener listener, Object settled) {
        Object outcome = settled;
        if (settled instanceof Handover handover) {
            if (listener.order() != null && handover.takes(listener)) {
                OutcomeCodec.see(handover.outcome);
                return;
            }
            outcome = handover.outcome;
        }
        if (listener.hears()) {
            OutcomeCodec.see(outcome);
        }
        listener.nextListener(null);
        tellAll(listener, outcome);
    }

    /** Registers a combined promise; returns where it can be let go of. */
    final Dependents depend(Dependents.Dependent combined) {
        if (state instanceof Dependents some && some.add(combined)) {
            return some;
        }
        Dependents own = new Dependents();
        own.add(combined);
        listen(own);
        return own;
    }

    /** The outcome, or null while pending. */
    final @Nullable Object outcome() {
        Object seen = state;
        if (seen instanceof SettleListener) {
            return seen instanceof Shortcut link ? outcomeBehind(link) : null;
        }
        return seen instanceof Handover handover ? handover.outcome : seen;
    }

    private @Nullable Object outcomeBehind(Shortcut link) {
        Object settled = link.awaited.state;
        while (settled instanceof Shortcut next) {
            settled = next.awaited.state;
        }
        if (settled == null || settled instanceof SettleListener) {
            return null;
        }
        Object outcome = settled instanceof Handover handover ? handover.outcome : settled;
        if (STATE.compareAndSet(this, link, outcome)) { // once seen as settled it stays so
            letGo();
        }
        return outcome();
    }

    /** Whether somebody listens who would hear of a failure. */
    final boolean isHeard() {
        return state instanceof SettleListener newest && isHeard(newest);
    }

    /** The outcome for somebody who looks at it, or null while pending. */
    final @Nullable Object seenOutcome() {
        Object outcome = outcome();
        if (outcome != null) {
            OutcomeCodec.see(outcome);
        }
        return outcome;
    }

    /** Whether it is an outcome, bare or in a {@link Handover}. */
    private static boolean isOutcome(@Nullable Object seen) {
        return seen != null && !(seen instanceof SettleListener);
    }

    /** The executor for continuations that the calling thread registers outside of turns. */
    protected CallbackExecutor outsideExecutor() {
        return OutsideExecutors.ofNoSystem().ofThisThread();
    }

    /** Where threads outside of actors have their executors for this promise, or null if that is not settled. */
    @Nullable
    OutsideExecutors home() {
        return outsideExecutor().outside();
    }

    /** The executor whose turn will settle this promise, as far as known: for the detection of wait cycles. */
    protected @Nullable CallbackExecutor settledBy() {
        return null;
    }

    /** The promise this one waits for, as far as known: for the detection of wait cycles, and for errors. */
    protected @Nullable DefaultPromise<?> upstream() {
        return null;
    }

    private CallbackExecutor callbackExecutor() {
        CallbackExecutor current = CallbackExecutor.current();
        return current == null ? outsideExecutor() : current;
    }

    private <U> Promise<U> derive(ContinuationPromise<T, U> derived) {
        derived.capture();
        Object before = register(derived);
        if (!isOutcome(before)) {
            if (derived.order().isExclusive()) {
                last = derived;
            }
            if (before instanceof Shortcut link) {
                tellAgain(link);
            }
        } else if (before instanceof Handover) {
            tellLate(derived, before);
        } else if (before != null) {
            OutcomeCodec.see(before);
            derived.runBehind(last, this);
        }
        return derived;
    }

    /** Whether a continuation that was registered before the outcome has not run. In turns of its executor. */
    final boolean hasLast() {
        return last != null;
    }

    /** The continuation runs or has been given up: later ones need not stay behind it any more. In its own executor. */
    final void passed(ContinuationPromise<?, ?> continuation, CallbackExecutor executor) {
        if (last == continuation) {
            last = null;
            executor.resume();
        }
    }

    @Override
    public final Promise<T> then(Consumer<? super T> action) {
        return derive(
                new ContinuationPromise.Then<>(this, callbackExecutor(), Objects.requireNonNull(action, "action")));
    }

    @Override
    public final <U> Promise<U> map(Function<? super T, ? extends U> mapping) {
        return derive(
                new ContinuationPromise.Map<>(this, callbackExecutor(), Objects.requireNonNull(mapping, "mapping")));
    }

    @Override
    public final <U> Promise<U> flatMap(Function<? super T, ? extends Promise<? extends U>> mapping) {
        return derive(new ContinuationPromise.FlatMap<>(
                this, callbackExecutor(), Objects.requireNonNull(mapping, "mapping")));
    }

    @Override
    public final Promise<T> recover(Function<? super Throwable, ? extends T> mapping) {
        return derive(new ContinuationPromise.Recover<>(
                this, callbackExecutor(), Objects.requireNonNull(mapping, "mapping")));
    }

    @Override
    public final Promise<T> onError(Consumer<? super Throwable> action) {
        return derive(
                new ContinuationPromise.OnError<>(this, callbackExecutor(), Objects.requireNonNull(action, "action")));
    }

    @Override
    public final Promise<T> onComplete(BiConsumer<? super @Nullable T, ? super @Nullable Throwable> action) {
        return derive(new ContinuationPromise.OnComplete<>(
                this, callbackExecutor(), Objects.requireNonNull(action, "action")));
    }

    @Override
    public final Promise<T> timeout(Duration limit) {
        long nanos = Deadline.nanosOf(limit);
        if (!isSettled()) {
            limit(callbackExecutor().deadlines(), nanos);
        }
        return this;
    }

    @Override
    public final T await(Duration limit) {
        return BlockedThread.value(this, limit);
    }

    @Override
    public final boolean cancel() {
        boolean cancelled = outcome() == null
                && giveUp()
                && settle(OutcomeCodec.handledFailure(
                        new CallCancelledException("the caller has cancelled the call: promise=" + this)));
        if (cancelled) {
            onAbandoned();
        }
        return cancelled;
    }

    @Override
    public final boolean isSettled() {
        return outcome() != null;
    }

    @Override
    public final boolean isFulfilled() {
        Object outcome = seenOutcome();
        return outcome != null && OutcomeCodec.causeOf(outcome) == null;
    }

    @Override
    public final boolean isFailed() {
        Object outcome = seenOutcome();
        return outcome != null && OutcomeCodec.causeOf(outcome) != null;
    }

    @Override
    public final Optional<Settled<T>> result() {
        Object outcome = seenOutcome();
        if (outcome == null) {
            return Optional.empty();
        }
        onHeard();
        return Optional.of(OutcomeCodec.settled(outcome));
    }

    @Override
    public final CompletableFuture<T> toCompletableFuture() {
        return FutureBridge.toFuture(this, callbackExecutor());
    }

    @Override
    public String toString() {
        return OutcomeCodec.describe(outcome());
    }
}
