// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.actor.DeadLetter;
import io.troupe.core.error.CallRefusedException;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Call;
import io.troupe.core.message.MethodInfo;
import io.troupe.core.message.TellMessage;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.dispatch.cell.Message;
import io.troupe.remoting.codec.Failure;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.Payload;
import io.troupe.remoting.codec.TargetId;
import io.troupe.remoting.value.MethodSerializer;
import io.troupe.remoting.value.WireException;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The calls of this side: makes frames of messages, and hears what becomes of them. Loop only, unless said otherwise. */
final class OutgoingCalls implements FrameFactory {
    private static final Logger LOG = LoggerFactory.getLogger(OutgoingCalls.class);
    private static final Tally NOT_SENT = new Tally();
    private static final Tally REFUSED = new Tally();

    private final RemoteHost session;
    private final IdentityHashMap<MethodInfo, MethodSerializer> methods = new IdentityHashMap<>();
    private final Map<String, CompletablePromise<Boolean>> resolving = new HashMap<>();
    private final LongAdder dropped = new LongAdder();
    private final Interceptors interceptors;

    /** The tell that is being encoded, if interceptors have seen it. */
    private @Nullable Interception told;

    /** Whether the other side takes no new messages. Loop only. */
    private boolean refused;

    /** Nothing has been sent. */
    OutgoingCalls(RemoteHost session) {
        this.session = session;
        this.interceptors = session.exposures().interceptors();
    }

    // ---- frames --------------------------------------------------------------------------------------------------

    @Override
    public @Nullable Frame frame(OutCell cell, Message message) {
        if (refused && message instanceof Call) {
            lost(cell, message);
            return null;
        }
        if (message instanceof TellMessage tell) {
            MethodSerializer method = methodOf(tell.method());
            Frame frame = new Frame.Tell(
                    cell.to(), method.wireName(), new Payload.Outgoing(method.parameters(), tell.arguments()));
            Object context = tell.context();
            if (!interceptors.isEmpty()) {
                return seen(frame, context, cell, tell.method());
            }
            return context == null ? frame : session.headed(frame, context);
        }
        if (message instanceof AskMessage<?> ask) {
            return ask.isSettled() || !ask.beginSending() ? null : call(cell, ask);
        }
        return ((SessionMessage) message).frame(cell);
    }

    private Frame call(OutCell cell, AskMessage<?> ask) {
        PendingCall pending = new PendingCall(session, ask, methodOf(ask.method()), cell);
        Object context = ask.context();
        ask.context(pending); // for who gives up later
        Frame frame = pending.frame(session.streams().open(pending));
        if (!interceptors.isEmpty()) {
            Interception seen =
                    Interception.outgoing(interceptors, true, session.peerAddress(), cell.name(), ask.method());
            pending.seen(seen);
            return session.headed(frame, context, seen);
        }
        return context == null ? frame : session.headed(frame, context);
    }

    private Frame seen(Frame tell, @Nullable Object context, OutCell cell, MethodInfo method) {
        Interception seen = Interception.outgoing(interceptors, false, session.peerAddress(), cell.name(), method);
        told = seen;
        return session.headed(tell, context, seen);
    }

    /** The tell in hand has been encoded, or has failed. */
    private void toldEnds(@Nullable Throwable failure) {
        Interception seen = told;
        if (seen != null) {
            told = null;
            seen.end(failure);
        }
    }

    private MethodSerializer methodOf(MethodInfo method) {
        MethodSerializer known = methods.get(method);
        if (known == null) {
            try {
                known = session.exposures().serializerOf(method);
            } catch (IllegalArgumentException e) {
                throw new WireException(String.valueOf(e.getMessage()));
            }
            methods.put(method, known);
        }
        return known;
    }

    private String addressOf(OutCell cell) {
        return session.peerAddress() + "/" + cell.name();
    }

    @Override
    public boolean handsOver() {
        return session.streams().hasMarked();
    }

    @Override
    public void sent(Message message) {
        if (message instanceof AskMessage<?> ask) {
            ask.leave();
        } else if (told != null) {
            toldEnds(null);
        }
    }

    // ---- what cannot be sent -------------------------------------------------------------------------------------

    @Override
    public void notSent(OutCell cell, Message message, WireException cause) {
        dropped.increment();
        if (message instanceof AskMessage<?> ask) {
            PendingCall pending = pending(ask);
            CallRefusedException refused = new CallRefusedException(
                    (pending != null && pending.isRefused()
                                    ? "the call must be allowed on this side: target="
                                    : "the call must be encodable: target=")
                            + addressOf(cell) + ", method=" + ask.method() + ", cause="
                            + cause.getMessage(),
                    cause);
            if (pending != null) {
                session.streams().close(pending.stream());
                pending.ended(refused);
            }
            ask.reject(refused);
        } else if (message instanceof TellMessage tell) {
            toldEnds(cause);
            long count = NOT_SENT.next();
            if (count > 0) {
                LOG.warn(
                        "a message cannot be sent: target={}, method={}, cause={}, droppedSoFar={}",
                        addressOf(cell),
                        tell.method(),
                        cause.getMessage(),
                        count);
            }
            letter(cell, tell.method().toString(), DeadLetter.Reason.NOT_SENDABLE);
        } else {
            ((SessionMessage) message).notSent(cell, cause);
        }
    }

    private void letter(OutCell cell, String method, DeadLetter.Reason reason) {
        session.host().deadLetter(new DeadLetter(addressOf(cell), method, reason));
    }

    @Override
    public Runnable ifLost(OutCell cell, Message message) {
        if (message instanceof AskMessage<?> ask) {
            return () -> lost(cell, ask);
        }
        if (message instanceof TellMessage tell) {
            MethodInfo method = tell.method();
            return () -> lostTell(cell, method);
        }
        return () -> {}; // items end with their streams
    }

    private void lostTell(OutCell cell, MethodInfo method) {
        dropped.increment();
        letter(cell, method.toString(), DeadLetter.Reason.LINK_LOST);
    }

    /** From now on messages are refused instead of sent. */
    void refuse() {
        refused = true;
        session.cells().refuse();
    }

    /** Any thread. */
    @Override
    public void lost(OutCell cell, Message message) {
        String where = "target=" + addressOf(cell);
        if (message instanceof AskMessage<?> ask) {
            ask.reject(Failures.lost(session.downBecause(), where + ", method=" + ask.method(), false));
        } else if (message instanceof TellMessage tell) {
            lostTell(cell, tell.method());
        } else if (message instanceof SessionMessage own) {
            own.lost(new LinkLostException("the link was lost: " + where + ", cause=" + session.downBecause(), false));
        }
    }

    // ---- calls that change ---------------------------------------------------------------------------------------

    private static @Nullable PendingCall pending(AskMessage<?> ask) {
        return ask.context() instanceof PendingCall pending ? pending : null;
    }

    /** The caller does not want the answer any more. Any thread. */
    void abandon(AskMessage<?> ask) {
        session.execute(() -> abandoned(ask));
    }

    private void abandoned(AskMessage<?> ask) {
        PendingCall pending = pending(ask);
        if (pending != null && pending.session() != session) { // that link takes no new calls, and there is another one
            pending.session().sending().abandon(ask);
        } else if (pending != null && session.streams().find(pending.stream()) == pending) {
            session.streams().close(pending.stream());
            pending.abandoned();
            if (!session.writer().withdraw(session.cells().all(), pending.stream())) {
                session.writer().urgent(new Frame.Cancel(pending.stream()));
            }
        }
    }

    /** The call has another deadline now, or none. Any thread. */
    void limit(AskMessage<?> ask) {
        session.execute(() -> limited(ask));
    }

    private void limited(AskMessage<?> ask) {
        PendingCall pending = pending(ask);
        if (pending != null && pending.session() != session) {
            pending.session().sending().limit(ask);
        } else if (pending != null && session.streams().find(pending.stream()) == pending) {
            session.writer().urgent(new Frame.Limit(pending.stream(), ask.left()));
        }
    }

    // ---- what the other side says --------------------------------------------------------------------------------

    /**
     * Asks for the number of a name, which is checked and learnt by that. Any thread.
     *
     * @param name exposed over there
     * @return fulfilled with whether there is such a target
     */
    CompletablePromise<Boolean> resolve(String name) {
        CompletablePromise<Boolean> found = new CompletablePromise<>();
        session.execute(() -> resolve(name, found));
        if (session.isDown()) { // the task may have been dropped
            lost(name, found);
        }
        return found;
    }

    private void lost(String name, CompletablePromise<Boolean> found) {
        found.fail(Failures.lost(session.downBecause(), "name=" + name, false));
    }

    private void resolve(String name, CompletablePromise<Boolean> found) {
        if (session.isDown()) { // since it was asked for: nobody else would tell
            lost(name, found);
            return;
        }
        CompletablePromise<Boolean> pending = resolving.get(name);
        if (pending != null) {
            found.completeLike(pending);
            return;
        }
        resolving.put(name, found);
        session.writer().urgent(new Frame.Named(name, 0));
    }

    /** The number of a name has come. */
    void onNamed(Frame.Named named) {
        session.cells().known(named.name(), TargetId.id(named.id()));
        resolved(named.name(), true);
    }

    private void resolved(String name, boolean found) {
        CompletablePromise<Boolean> waiting = resolving.remove(name);
        if (waiting != null) {
            waiting.complete(found);
        }
    }

    /** The other side has refused a message, or does not know a name. */
    void onUndelivered(Frame.Undelivered refused) {
        String name = refused.to().name();
        if (name != null && refused.failure().code() == Failure.Code.NO_TARGET) {
            resolved(name, false);
            if (refused.method().isEmpty()) {
                return; // answers the question for the name, no message is lost
            }
        }
        dropped.increment();
        String target = PeerText.of(refused.to().toString());
        String method = PeerText.of(refused.method());
        long count = REFUSED.next();
        if (count > 0) {
            LOG.warn(
                    "the other side refused a message: peer={}, target={}, method={}, reason={}: {}, refusedSoFar={}",
                    PeerText.of(session.peerAddress()),
                    target,
                    method,
                    refused.failure().code(),
                    PeerText.of(refused.failure().text()),
                    count);
        }
        session.host()
                .deadLetter(new DeadLetter(session.peerAddress() + "/" + target, method, DeadLetter.Reason.REFUSED));
    }

    /** The link has ended. */
    void lostNames(LinkLostException cause) {
        for (CompletablePromise<Boolean> waiting : resolving.values()) {
            waiting.fail(cause);
        }
        resolving.clear();
    }

    /** Messages that could not be sent or were refused. Any thread. */
    long dropped() {
        return dropped.sum();
    }
}
