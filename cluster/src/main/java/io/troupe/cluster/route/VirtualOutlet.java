// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.route;

import io.troupe.cluster.activation.CallIdentity;
import io.troupe.cluster.activation.CallScope;
import io.troupe.cluster.store.StateKey;
import io.troupe.core.actor.DeadLetter;
import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.continuation.Observer;
import io.troupe.core.error.BackpressureException;
import io.troupe.core.error.CallNotServedException;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.host.ContextHeaders;
import io.troupe.core.host.OutletHost;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.AskedTell;
import io.troupe.core.message.Call;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.TellMessage;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.cell.Offer;
import io.troupe.dispatch.cell.OutputGate;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The actor of one key, wherever it is: sends calls to the owner of the key, and follows the key when that changes. One object
 * per key and process, so that calls of one sender stay in order whatever references it uses. Any thread.
 *
 * <pre>
 *   OPEN     calls are sent as they come
 *     ↓ a call is refused because the key has moved, or a new view names another owner while calls are under way
 *   ENDING   the old owner is asked when all that was sent has been executed or refused; calls wait
 *     ↓ it says so, or is gone and all calls have failed
 *   OPEN     those that were refused are sent to the new owner, in the order in which they were sent first, then those that waited
 *
 *   BLOCKED  no owner can be reached, or three in a row have refused: calls wait for another view, a link, or a moment
 *   FULL     the way to the owner has no room: calls wait for it
 * </pre>
 *
 * <p>While nothing waits and the actor is in this process, the messages of senders themselves are put into its mailbox, and nobody
 * counts them. If its guard turns one away, it comes back here within the turn, and so do those behind it; the first one begins the
 * end. A message is put into no cell twice: what has come back goes on as a copy.
 *
 * <p>Invariant: calls that were put directly and have not had their turn are in one mailbox, that of the present destination,
 * and the destination is left by its end only, which is behind them there. They are put under the lock, and only while no call
 * waits and none with a number was put behind one of them; so they are one stretch in the order of calls, and get the numbers
 * of this stretch as they come back. A call behind the stretch that is answered shows that the stretch has been worked off.
 *
 * <p>Invariant: while calls wait, none is sent; they have numbers in the order in which they were put, under the lock, and are
 * sent in that order. Known race: a call is sent under the lock, but its answer is looked at outside of it, as answers run code
 * of others. The old owner may tell its end in between, so an end counts when the answers of all calls are looked at.
 */
final class VirtualOutlet implements Outlet {
    /** Refusals that are followed before the caller waits. */
    private static final int MOST_HOPS = 2;

    /** After so long an owner that has refused is asked again: its view may be older than the one here. */
    private static final long AGAIN_NANOS = 100_000_000;

    private enum State {
        OPEN,
        ENDING,
        BLOCKED,
        FULL
    }

    private final Router router;
    private final OutletHost host;
    private final StateKey key;
    private final int shard;

    // ---- guarded by this
    private State state = State.OPEN;
    private @Nullable WaitingCalls waiting;
    private @Nullable Destination current;
    private long numbers;
    private int hops;

    /** Whether calls that were put directly may be in the mailbox of the actor: then it is that of {@link #current}. */
    private boolean hasDirect;

    /** The number of the next of those that comes back, if any does: as many numbers are left out as were put. */
    private long nextReturned;

    /** Calls with this number or a larger one were put after them. */
    private long afterDirect;

    /** What an owner has said that knew more than this member. */
    private @Nullable MovedException hint;

    /** What is to be done when the lock has been left. */
    private @Nullable Runnable due;

    VirtualOutlet(Router router, StateKey key) {
        this.router = router;
        this.host = router.host();
        this.key = key;
        this.shard = key.shard();
    }

    StateKey key() {
        return key;
    }

    int shard() {
        return shard;
    }

    /** Whether it waits because owners have refused, whatever the view says. */
    synchronized boolean isRefusedTooOften() {
        return hops > MOST_HOPS;
    }

    // ---- sending -------------------------------------------------------------------------------------------------

    @Override
    public void tell(TellMessage message) {
        String id = givenId();
        AskMessage<Void> asked = id == null ? new AskedTell(message) : once(id, message);
        put(asked);
        new Observer<Void>() {
            @Override
            protected void onValue(@Nullable Void executed) {}

            @Override
            protected void onFailure(Throwable cause) {
                DeadLetter.Reason reason = cause instanceof LinkLostException
                        ? DeadLetter.Reason.LINK_LOST
                        : cause instanceof BackpressureException
                                ? DeadLetter.Reason.MAILBOX_FULL
                                : DeadLetter.Reason.REFUSED;
                host.deadLetter(new DeadLetter(address(), message.method().toString(), reason));
            }
        }.observe(asked);
    }

    @Override
    public <T> Promise<T> ask(AskMessage<T> message) {
        String id = message instanceof OnceAsk<?> ? null : givenId();
        return put(id == null ? message : once(id, message));
    }

    private @Nullable String givenId() {
        String id = CallScope.current();
        return id == null || router.hasIds(key.type()) ? id : null;
    }

    private static <T> AskMessage<T> once(String id, Call call) {
        return new OnceAsk<>(new CallIdentity(id, false, null), call);
    }

    private <T> Promise<T> put(AskMessage<T> message) {
        message.target(this);
        message.limitBy(host.deadlines(), host.askNanos());
        ContextHeaders contexts = host.contexts();
        Object context = message.context();
        if (contexts != null && context == null) {
            context = contexts.capture();
            message.context(context);
        }
        OutputGate gate = OutputGate.isUsed() ? OutputGate.current() : null;
        boolean open = gate == null || gate.isOpen();
        if (!open || isFar(current) || !isPutDirectly(message)) {
            route(message, context, open ? null : gate);
        }
        return message;
    }

    /** Whether the actor is in another process; racy, as any call may be sent as a copy. */
    private static boolean isFar(@Nullable Destination now) {
        return now != null && now.direct == null;
    }

    /** Whether the message itself is on its way: nothing waits, and the actor is in this process. */
    private synchronized boolean isPutDirectly(AskMessage<?> message) {
        Destination now = current;
        if (state != State.OPEN || next() != null || message instanceof OnceAsk<?>) {
            return false;
        }
        if (isFar(now)) {
            return false; // the next one may be, if the key has come here
        }
        if (hasDirect && numbers != afterDirect) {
            return false; // a numbered call is behind them
        }
        Destination to = destination();
        LocalWay way = to == null ? null : to.direct;
        if (way == null) {
            return false;
        }
        if (!hasDirect) {
            hasDirect = true;
            hops = 0; // whether they are executed is not looked at
            nextReturned = numbers;
        }
        afterDirect = ++numbers;
        return way.tryAsk(message) != Offer.FULL;
    }

    /** The guard of the actor has turned a call away that was put directly. In turns of the actor, in the order of its mailbox. */
    void takeBack(AskMessage<?> message, LocalWay way, MovedException cause) {
        RoutedCall call = new RoutedCall(message, message.context());
        message.target(this);
        message.context(call);
        Runnable action = null;
        synchronized (this) {
            call.number = nextReturned++;
            line().add(call);
            learn(cause);
            Destination from = current;
            if (from != null && from.direct == way && state != State.ENDING) {
                hops = 1;
                beginEnding(from);
                action = takeDue();
            }
        }
        if (action != null) {
            action.run();
        }
        drain();
        VarHandle.fullFence(); // whoever settles it looks at its target afterwards
        if (message.isSettled()) {
            abandoned(message);
        }
    }

    private void learn(MovedException moved) {
        if (hint == null || moved.view() > hint.view()) {
            hint = moved;
        }
    }

    private void route(AskMessage<?> message, @Nullable Object context, @Nullable OutputGate gate) {
        message.target(this);
        RoutedCall call = new RoutedCall(message, context);
        message.context(call); // for who gives up later
        if (gate == null) {
            submit(call);
        } else {
            gate.whenOpen(() -> submit(call), message::reject);
        }
    }

    private void submit(RoutedCall call) {
        boolean sent = false;
        BackpressureException refusal = null;
        synchronized (this) {
            call.number = numbers++;
            if (isSentAtOnce(call)) {
                sent = true;
            } else if (line().hasRoom(call)) {
                line().add(call);
            } else {
                refusal = new BackpressureException("no more calls of a key may wait for its owner: key=" + key.key()
                        + ", type=" + key.type() + ", most=" + WaitingCalls.MOST + ", memory="
                        + router.memory().limit());
            }
        }
        if (sent) {
            observe(call);
            return;
        }
        if (refusal != null) {
            call.original.reject(refusal);
        }
        drain();
        if (call.original.isSettled()) {
            abandoned(call.original); // its deadline may have passed before it was put
        }
    }

    private boolean isSentAtOnce(RoutedCall call) {
        if (state != State.OPEN || next() != null) {
            return false;
        }
        Destination to = destination();
        return to != null && to.refusal == null && send(call, to);
    }

    /** Sends what waits, as far as it can be sent. */
    private void drain() {
        List<RoutedCall> sent = new ArrayList<>(1);
        List<RoutedCall> refused = new ArrayList<>(0);
        CallNotServedException why = null;
        @Nullable Runnable action;
        synchronized (this) {
            while (state == State.OPEN) {
                RoutedCall next = next();
                if (next != null && !next.original.beginSending()) {
                    line().remove(next); // its deadline has just passed
                    continue;
                }
                Destination to = next == null ? null : destination();
                if (next == null || to == null) {
                    break;
                }
                if (to.refusal != null) {
                    why = to.refusal;
                    line().remove(next);
                    refused.add(next);
                } else if (send(next, to)) {
                    line().remove(next);
                    sent.add(next);
                } else {
                    become(State.FULL, waitForRoom(to));
                }
            }
            action = takeDue();
        }
        for (RoutedCall call : refused) {
            call.original.reject(Objects.requireNonNull(why, "why"));
        }
        for (RoutedCall call : sent) {
            observe(call);
        }
        if (action != null) {
            action.run();
        }
    }

    private @Nullable Runnable takeDue() {
        Runnable action = due;
        due = null;
        return action;
    }

    private Runnable waitForRoom(Destination to) {
        return () -> to.outlet().whenRoom(() -> goOn(State.FULL));
    }

    private @Nullable RoutedCall next() {
        RoutedCall first = waiting == null ? null : waiting.first();
        if (first == null) {
            waiting = null;
        }
        return first;
    }

    /** Of most keys no call waits: there is none then. */
    private WaitingCalls line() {
        WaitingCalls line = waiting;
        if (line == null) {
            line = new WaitingCalls(router.memory(), router::weight);
            waiting = line;
        }
        return line;
    }

    private void become(State next, Runnable action) {
        state = next;
        due = action;
    }

    /** Returns false if there is no room. */
    private boolean send(RoutedCall call, Destination to) {
        if (!call.original.beginSending()) {
            return false;
        }
        AskMessage<Object> copy;
        try {
            copy = call.newCopy(to);
        } catch (RuntimeException e) { // an argument that has no encoding
            copy = call.unsent();
            copy.target(this);
            copy.reject(e); // its sender is told in order
        }
        copy.inherit(host.outsideExecutor(), call.original.left());
        if (!copy.isSettled() && to.outlet(call.original).tryAsk(copy) == Offer.FULL) {
            copy.inherit(host.outsideExecutor(), 0); // it is not sent
            return false;
        }
        call.copy = copy;
        call.via = to;
        to.underWay++;
        to.unobserved++;
        return true;
    }

    // ---- where to ------------------------------------------------------------------------------------------------

    /** Where the next call goes; null: it has to wait, and the state says for what. */
    private @Nullable Destination destination() {
        RouteView view = router.view();
        MovedException said = hint;
        if (said != null && said.view() <= view.number()) {
            hint = null;
            said = null;
        }
        long owner = said == null ? view.owner(shard) : said.owner();
        Destination now = current;
        if (now != null && now.owner == owner && now.refusal == null && now.isUp(view, shard)) {
            return now;
        }
        if (now != null && (now.underWay > 0 || hasDirect)) {
            beginEnding(now);
            return null;
        }
        long meant = owner;
        Destination next = hops > MOST_HOPS ? null : router.destination(this, view, owner);
        current = next;
        if (next == null) {
            boolean refusedTooOften = hops > MOST_HOPS;
            become(State.BLOCKED, () -> {
                router.block(this, view, meant);
                if (refusedTooOften) {
                    host.outsideExecutor().schedule(AGAIN_NANOS, this::unblock);
                }
            });
        }
        return next;
    }

    private void beginEnding(Destination old) {
        become(State.ENDING, () -> end(old));
    }

    private void end(Destination old) {
        new Observer<Void>() {
            @Override
            protected void onValue(@Nullable Void told) {
                ended(old, false);
            }

            @Override
            protected void onFailure(Throwable cause) {
                ended(old, true);
            }
        }.observe(old.end());
    }

    private void ended(Destination old, boolean lost) {
        synchronized (this) {
            old.ended(lost);
        }
        finishEnding(old);
    }

    private void finishEnding(Destination old) {
        synchronized (this) {
            if (!isEnding(old) || !old.isOver()) {
                return;
            }
            current = null;
            hasDirect = false;
            state = State.OPEN;
        }
        drain();
    }

    /** There may be a way now: another view, or a link that has come up. */
    void unblock() {
        synchronized (this) {
            if (state == State.BLOCKED) {
                hops = 0;
            }
        }
        goOn(State.BLOCKED);
    }

    private void goOn(State from) {
        synchronized (this) {
            if (state != from) {
                return;
            }
            state = State.OPEN;
        }
        drain();
    }

    // ---- answers -------------------------------------------------------------------------------------------------

    private void observe(RoutedCall call) {
        AskMessage<Object> copy = call.copy;
        Destination via = call.via;
        if (copy == null || via == null) {
            throw new IllegalStateException("a call must have been sent: key=" + key);
        }
        new Observer<Object>() {
            @Override
            protected void onValue(@Nullable Object value) {
                answered(call, via, value);
            }

            @Override
            protected void onFailure(Throwable cause) {
                failed(call, via, cause);
            }
        }.observe(copy);
        boolean ending;
        synchronized (this) {
            via.unobserved--;
            ending = isEnding(via);
        }
        if (ending) {
            finishEnding(via);
        }
        if (call.original.isSettled()) {
            copy.cancel(); // its sender has given up meanwhile
        }
    }

    /** Whether it is waited for what was sent there: if not yet, whoever begins that looks at the counts as they are then. */
    private boolean isEnding(Destination via) {
        return state == State.ENDING && via == current;
    }

    @SuppressWarnings("NullAway") // a result may be null
    private void answered(RoutedCall call, Destination via, @Nullable Object value) {
        boolean ending;
        synchronized (this) {
            via.underWay--;
            ending = isEnding(via);
            if (via == current) {
                hops = 0;
                hasDirect &= call.number < afterDirect; // those before it in the mailbox have had their turns
            }
        }
        try {
            call.original.answer(via.read(call.original, value));
        } catch (RuntimeException e) {
            call.original.reject(e);
        }
        if (ending) {
            finishEnding(via);
        }
    }

    private void failed(RoutedCall call, Destination via, Throwable cause) {
        boolean again = isToBeRepeated(cause) && !call.original.isSettled();
        Runnable action = null;
        synchronized (this) {
            via.underWay--;
            if (again) {
                call.copy = null;
                line().add(call);
                if (cause instanceof MovedException moved) {
                    learn(moved);
                }
                if (via == current && state != State.ENDING) {
                    hops += cause instanceof MovedException ? 1 : 0;
                    beginEnding(via);
                    action = takeDue();
                }
            }
        }
        if (action != null) {
            action.run();
        }
        if (again) {
            drain();
        } else {
            call.original.reject(cause instanceof DeniedException denied ? denied.told() : cause);
        }
        finishEnding(via);
    }

    /** Only what was surely not executed, and may find another owner. */
    private static boolean isToBeRepeated(Throwable cause) {
        return cause instanceof MovedException || (cause instanceof LinkLostException lost && !lost.maybeExecuted());
    }

    @Override
    public void abandoned(AskMessage<?> message) {
        if (!(message.context() instanceof RoutedCall call)) {
            return;
        }
        synchronized (this) {
            if (waiting != null) {
                waiting.remove(call);
            }
        }
        AskMessage<Object> copy = call.copy;
        if (copy != null) {
            copy.cancel();
        }
    }

    /** The copy must not end before the call does, nor outlive it at the owner. */
    @Override
    public void limited(AskMessage<?> message) {
        if (!(message.context() instanceof RoutedCall call)) {
            return;
        }
        AskMessage<Object> copy;
        synchronized (this) { // one that is being made has the new deadline, or is there now
            copy = call.copy;
        }
        if (copy != null) {
            copy.inherit(host.outsideExecutor(), message.left());
            copy.target().limited(copy);
        }
    }

    // ---- identity ------------------------------------------------------------------------------------------------

    /** Calls that wait for an owner. */
    synchronized int waiting() {
        return waiting == null ? 0 : waiting.size();
    }

    @Override
    public String whereabouts(Message message) {
        return message.context() instanceof RoutedCall call && call.copy != null
                ? "sent to the owner of its key"
                : "waiting for the owner of its key";
    }

    @Override
    public String address() {
        return host.name() + "/" + key.type() + "/" + key.key();
    }

    @Override
    public CallbackExecutor outsideExecutor() {
        return host.outsideExecutor();
    }

    @Override
    public void late(AskMessage<?> message) {
        host.lateResult();
    }

    @Override
    public String toString() {
        return address();
    }

    @Override
    public Runnable whenRoom(Runnable wake) {
        wake.run(); // calls wait here, or are refused
        return () -> {};
    }
}
