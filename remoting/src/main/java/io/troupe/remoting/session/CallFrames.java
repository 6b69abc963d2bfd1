// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.actor.DeadLetter;
import io.troupe.core.call.MethodInfo;
import io.troupe.core.error.CallRefusedException;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.host.OutletHost;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Call;
import io.troupe.core.message.PlainText;
import io.troupe.core.message.TellMessage;
import io.troupe.dispatch.cell.Message;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.Payload;
import io.troupe.remoting.codec.TargetId;
import io.troupe.remoting.value.MethodSerializer;
import io.troupe.remoting.value.WireException;
import java.util.IdentityHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes frames of the calls of this side, and says what becomes of those that cannot be sent. Loop only, unless said otherwise. */
final class CallFrames implements FrameFactory {
    private static final Logger LOG = LoggerFactory.getLogger(CallFrames.class);
    private static final Tally NOT_SENT = new Tally();

    private final OutletHost host;
    private final Exposures exposures;
    private final Streams streams;
    private final WriteQueue out;
    private final CallWindow window;
    private final CallHeaders headers;
    private final SessionState state;
    private final IdentityHashMap<MethodInfo, MethodSerializer> methods = new IdentityHashMap<>();
    private final LongAdder dropped = new LongAdder();
    private final Interceptors interceptors;

    /** Of targets that are found by key; null until the first. */
    private @Nullable KeyNumbers numbers;

    /** The tell that is being encoded, if interceptors have seen it. */
    private @Nullable Interception told;

    /** Whether the other side takes no new messages. Loop only. */
    private boolean refused;

    /**
     * Nothing has been sent.
     *
     * @param host told of dead letters
     * @param exposures has the serializers of methods, and the interceptors
     * @param streams where asks have their numbers
     * @param out takes what pending calls tell the other side
     * @param window counts asks
     * @param headers of calls
     * @param state of the link
     */
    CallFrames(
            OutletHost host,
            Exposures exposures,
            Streams streams,
            WriteQueue out,
            CallWindow window,
            CallHeaders headers,
            SessionState state) {
        this.host = host;
        this.exposures = exposures;
        this.streams = streams;
        this.out = out;
        this.window = window;
        this.headers = headers;
        this.state = state;
        this.interceptors = exposures.interceptors();
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
            return context == null ? frame : headers.on(frame, context);
        }
        if (message instanceof AskMessage<?> ask) {
            return ask.isSettled() || !ask.beginSending() ? null : call(cell, ask);
        }
        return ((SessionMessage) message).frame(cell);
    }

    private Frame call(OutCell cell, AskMessage<?> ask) {
        TargetId to = cell.to();
        Object target = cell.name();
        if (to.key() != null) {
            to = keyed(cell, ask);
            target = ((KeyedOutlet) ask.target()).name();
        }
        PendingCall pending =
                new PendingCall(streams, out, window, state.peer(), target, ask, methodOf(ask.method()), to);
        Object context = ask.context();
        ask.context(pending); // for who gives up later
        Frame frame = pending.frame(streams.open(pending));
        if (!interceptors.isEmpty()) {
            Interception seen = Interception.outgoing(
                    host.clock(), interceptors, true, state.peer(), nameOf(cell, ask), ask.method());
            pending.seen(seen);
            return headers.on(frame, context, seen);
        }
        return context == null ? frame : headers.on(frame, context);
    }

    private TargetId keyed(OutCell cell, AskMessage<?> ask) {
        if (!state.peerTakesKeys()) {
            throw new WireException(
                    "the other side must be of a version that finds targets by type and key: peer=" + state.peer());
        }
        KeyNumbers known = numbers;
        if (known == null) {
            known = new KeyNumbers();
            numbers = known;
        }
        return known.target(((KeyedOutlet) ask.target()).name(), cell::before);
    }

    /** The target of a call, for people. */
    private static String nameOf(OutCell cell, Message message) {
        return cell.to().key() != null && message instanceof AskMessage<?> ask
                ? PlainText.of(((KeyedOutlet) ask.target()).name().toString(), Integer.MAX_VALUE)
                : cell.name();
    }

    private Frame seen(Frame tell, @Nullable Object context, OutCell cell, MethodInfo method) {
        Interception seen = Interception.outgoing(host.clock(), interceptors, false, state.peer(), cell.name(), method);
        told = seen;
        return headers.on(tell, context, seen);
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
                known = exposures.serializerOf(method);
            } catch (IllegalArgumentException e) {
                throw new WireException(String.valueOf(e.getMessage()));
            }
            methods.put(method, known);
        }
        return known;
    }

    private String addressOf(OutCell cell) {
        return addressOf(cell.name());
    }

    private String addressOf(String target) {
        return state.peer() + "/" + target;
    }

    @Override
    public boolean handsOver() {
        return streams.hasMarked();
    }

    @Override
    public void sent(Message message, int bytes) {
        if (message instanceof AskMessage<?> ask) {
            PendingCall pending = PendingCall.of(ask);
            if (pending != null) {
                pending.sent(bytes);
            }
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
            PendingCall pending = PendingCall.of(ask);
            CallRefusedException refused = new CallRefusedException(
                    (pending != null && pending.isRefused()
                                    ? "the call must be allowed on this side: target="
                                    : "the call must be encodable: target=")
                            + addressOf(nameOf(cell, ask)) + ", method=" + ask.method() + ", cause="
                            + cause.getMessage(),
                    cause);
            if (pending != null) {
                streams.close(pending.stream());
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
        host.deadLetter(new DeadLetter(addressOf(cell), method, reason));
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
    }

    /** Any thread. */
    @Override
    public void lost(OutCell cell, Message message) {
        String where = "target=" + addressOf(nameOf(cell, message));
        if (message instanceof AskMessage<?> ask) {
            ask.reject(Failures.lost(state.downBecause(), where + ", method=" + ask.method(), false));
        } else if (message instanceof TellMessage tell) {
            lostTell(cell, tell.method());
        } else if (message instanceof SessionMessage own) {
            own.lost(new LinkLostException("the link was lost: " + where + ", cause=" + state.downBecause(), false));
        }
    }

    /** Messages that could not be sent. Any thread. */
    long dropped() {
        return dropped.sum();
    }
}
