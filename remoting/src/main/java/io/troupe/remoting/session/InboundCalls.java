// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.call.Caller;
import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.error.CallRefusedException;
import io.troupe.core.host.ActorControl;
import io.troupe.core.host.OutletHost;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.AskedTell;
import io.troupe.core.message.Call;
import io.troupe.core.message.CallerScope;
import io.troupe.core.message.TellMessage;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.dispatch.mailbox.MemoryLevel;
import io.troupe.remoting.codec.Failure;
import io.troupe.remoting.codec.Failure.Code;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.NoRoomException;
import io.troupe.remoting.codec.Payload;
import io.troupe.remoting.codec.TargetId;
import io.troupe.remoting.value.WireException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Brings calls of the other side to the actors they are for, and the answers back. What cannot be brought is answered with the
 * reason. Loop only, but for {@link #answer}.
 */
final class InboundCalls {
    /** What a call that is going on keeps besides its arguments, which go when its method returns; about. */
    static final int CALL = 256;

    private final ExportTable exports;
    private final KeyedCalls keyed;
    private final Streams streams;
    private final WriteQueue out;
    private final CallHeaders headers;
    private final PeerAuthentication authentication;
    private final String peer;
    private final OutletHost host;
    private final CallbackExecutor timers;
    private final int maxCalls;
    private final MemoryBudget budget;
    private final Interceptors interceptors;
    private final LongTable<InboundCall> calls = new LongTable<>();

    /**
     * No calls are going on.
     *
     * @param config of links: the actor system, who sees calls, how many may be going on
     * @param exports what may be called
     * @param streams decodes arguments
     * @param out takes answers
     * @param headers of calls
     * @param authentication knows who calls
     * @param peer the other side, for people
     * @param budget of what calls keep
     */
    InboundCalls(
            LinkConfig config,
            ExportTable exports,
            Streams streams,
            WriteQueue out,
            CallHeaders headers,
            PeerAuthentication authentication,
            String peer,
            MemoryBudget budget) {
        this.exports = exports;
        this.keyed = new KeyedCalls(
                config.host(), config.exposures(), out, config.limits().maxCalls());
        this.streams = streams;
        this.out = out;
        this.headers = headers;
        this.authentication = authentication;
        this.peer = peer;
        this.host = config.host();
        this.timers = host.outsideExecutor();
        this.maxCalls = config.limits().maxCalls();
        this.budget = budget;
        this.interceptors = config.exposures().interceptors();
    }

    /** What a frame is for: found, or refused with a reason. */
    private record Found(@Nullable CallTarget target, CallTable.@Nullable Entry method, @Nullable Failure refusal) {}

    /**
     * Delivers, or says why not.
     *
     * @param came headers of the call; null: none
     */
    void onTell(Frame.Tell tell, @Nullable Map<String, String> came) {
        Found found = find(tell.to(), tell.method());
        Failure refusal = found.refusal();
        if (refusal == null) {
            refusal = deliver(found, tell.arguments(), came);
        }
        if (refusal != null) {
            refuse(tell, refusal);
        }
    }

    /** Says that a tell is not delivered. */
    void refuse(Frame.Tell tell, Failure refusal) {
        out.urgent(new Frame.Undelivered(shortened(tell.to()), Failures.shortened(tell.method()), refusal));
    }

    /** What does not exist here may have a name of any length. */
    private static TargetId shortened(TargetId to) {
        String name = to.name();
        return name == null ? to : TargetId.name(Failures.shortened(name));
    }

    private @Nullable Failure deliver(Found found, Payload arguments, @Nullable Map<String, String> came) {
        CallTarget target = found.target();
        CallTable.Entry method = found.method();
        if (target == null || method == null) {
            return found.refusal();
        }
        Payload.Incoming incoming = (Payload.Incoming) arguments;
        Interception seen = interceptors.isEmpty() ? null : seen(target, method, incoming, false);
        Failure refusal = seen == null ? null : refusal(seen, came);
        if (refusal != null) {
            return refusal;
        }
        try {
            target.put((Message) message(target, method, incoming, came), incoming.weight());
            end(seen, null);
            return null;
        } catch (WireException | IllegalArgumentException e) {
            end(seen, e);
            return badArguments(e);
        }
    }

    private Interception seen(CallTarget target, CallTable.Entry method, Payload.Incoming arguments, boolean result) {
        return Interception.incoming(
                host.clock(),
                interceptors,
                result,
                peer,
                target.label(),
                method.method().method(),
                arguments.weight(),
                authentication.caller());
    }

    /** Asks the interceptors: why a call is not delivered, or null. */
    private static @Nullable Failure refusal(Interception seen, @Nullable Map<String, String> came) {
        String refusal = seen.begin(came == null ? Map.of() : came);
        if (refusal == null) {
            return null;
        }
        seen.end(new CallRefusedException(refusal));
        return Failures.of(Code.DENIED, refusal);
    }

    private static void end(@Nullable Interception seen, @Nullable Throwable failure) {
        if (seen != null) {
            seen.end(failure);
        }
    }

    private static Failure badArguments(RuntimeException cause) {
        Code code = cause instanceof NoRoomException ? Code.BUSY : Code.BAD_ARGUMENTS;
        return Failures.of(code, String.valueOf(cause.getMessage()));
    }

    @SuppressWarnings("NullAway") // whether null is allowed is the business of the method; primitives are checked
    private Call message(
            CallTarget target, CallTable.Entry method, Payload.Incoming arguments, @Nullable Map<String, String> came) {
        Object[] values = streams.read(arguments, method.method().parameters());
        try {
            Call call = target.table().type().newMessage(method.index(), values);
            Caller caller = authentication.caller();
            Call message = caller == null ? call : CallerScope.on(caller, call);
            if (came != null) {
                ((Message) message).context(headers.context(came));
            }
            PromiseCarrier carrier = target.carrier();
            if (carrier != null) {
                streams.carriedBy(carrier);
            }
            return message;
        } catch (IllegalArgumentException e) {
            streams.giveBack();
            throw e;
        }
    }

    private Found find(TargetId to, String name) {
        if (to.key() != null) {
            return keyed(to, name);
        }
        String known = to.name();
        ExportTable.Target target = known == null ? exports.find(to.id()) : named(known);
        if (target == null) {
            return new Found(
                    null,
                    null,
                    Failures.of(Code.NO_TARGET, "a target must be exposed, or have been handed over: target=" + to));
        }
        CallTable.Entry method = target.table().find(name);
        if (method == null) {
            return new Found(
                    null,
                    null,
                    Failures.of(
                            Code.NO_METHOD,
                            "a method must exist, be exposed and be named clearly: target=" + target.label()
                                    + ", method=" + name));
        }
        String denied = exports.denial(target, method, authentication.caller());
        return denied == null
                ? new Found(target, method, null)
                : new Found(null, null, Failures.of(Code.DENIED, denied));
    }

    private Found keyed(TargetId to, String name) {
        KeyedCalls.Target target = keyed.find(to);
        if (target == null) {
            return refused(
                    Code.NO_TARGET,
                    "a type must be served, and a key valid: target=" + Failures.shortened(to.toString()));
        }
        CallTable.Entry method = keyed.method(target, name);
        if (method == null) {
            return refused(
                    Code.NO_METHOD,
                    "a method must exist and be named clearly: target=" + target.label() + ", method=" + name);
        }
        String denied = keyed.denial(target, method, authentication.caller());
        return denied == null ? new Found(target, method, null) : refused(Code.DENIED, denied);
    }

    private static Found refused(Code code, String text) {
        return new Found(null, null, Failures.of(code, text));
    }

    /**
     * The other side has given a number to a key, or has taken it back.
     *
     * @return why that makes no sense; null: it does
     */
    @Nullable
    String onKeyNumber(Frame.KeyNumber frame) {
        return keyed.onKeyNumber(frame);
    }

    /** The target of a name; tells the other side the number by which it may call it from now on. */
    private ExportTable.@Nullable Target named(String name) {
        ExportTable.Target target = exports.find(name);
        if (target != null && target.announce()) {
            out.urgent(new Frame.Named(name, target.id()));
        }
        return target;
    }

    /** Somebody asks for the number of a name. */
    void onNameAsked(String name) {
        ExportTable.Target target = exports.find(name);
        if (target == null) {
            out.urgent(new Frame.Undelivered(
                    TargetId.name(name), "", Failures.of(Code.NO_TARGET, "a name must be exposed: name=" + name)));
        } else {
            boolean unused = target.announce();
            out.urgent(new Frame.Named(name, target.id()));
        }
    }

    /** The other side does not hold what it was handed over so often. */
    void onRelease(Frame.Release release) {
        exports.release(release.id(), release.count());
    }

    /** The other side watches an actor. */
    void onWatch(Frame.Watch watch) {
        long stream = watch.stream();
        String name = watch.to().name();
        ExportTable.Target target = name == null ? exports.find(watch.to().id()) : exports.find(name);
        if (target == null || target.isRevoked() || !(target.outlet() instanceof ActorControl control)) {
            fail(stream, Failures.of(Code.NO_TARGET, "a watched target must be one actor: target=" + watch.to()));
            return;
        }
        new InboundWatch(streams, out, stream, control.watch()).begin();
    }

    /**
     * Delivers, and answers when the promise is settled.
     *
     * @param came headers of the call; null: none
     */
    void onCall(Frame.Call call, @Nullable Map<String, String> came) {
        long stream = call.stream();
        Payload.Incoming arguments = (Payload.Incoming) call.arguments();
        int kept = call.to().key() == null ? 0 : arguments.weight(); // no queue of a link counts these
        if (calls.size() >= maxCalls || budget.free() < CALL + kept) {
            fail(
                    stream,
                    Failures.of(
                            Code.BUSY,
                            "no more calls may be going on over a link: maxCalls=" + maxCalls + ", memory="
                                    + budget.limit()));
            return;
        }
        // Whoever has little going on is served, or those who fill the memory would shut out everybody else.
        if (budget.used() >= MemoryBudget.GRANT && host.memory().level().compareTo(MemoryLevel.REFUSING) >= 0) {
            host.memory().countRefusal();
            fail(
                    stream,
                    Failures.of(
                            Code.BUSY,
                            "no new call may come while the memory of all queues is in use: limit="
                                    + host.memory().limit()));
            return;
        }
        Found found = find(call.to(), call.method());
        CallTarget target = found.target();
        CallTable.Entry method = found.method();
        if (target == null || method == null) {
            fail(stream, found.refusal() == null ? Failures.of(Code.PROTOCOL, "refused") : found.refusal());
            return;
        }
        Interception seen = interceptors.isEmpty() ? null : seen(target, method, arguments, true);
        Failure refusal = seen == null ? null : refusal(seen, came);
        if (refusal != null) {
            fail(stream, refusal);
            return;
        }
        try {
            Call message = keyed.isEnd(method)
                    ? new EndOfKey(authentication.caller())
                    : message(target, method, arguments, came);
            if (call.to().key() != null && message instanceof TellMessage tell) {
                begin(new AskedTell(tell), call, method, target, kept, seen);
            } else if (message instanceof AskMessage<?> ask) {
                begin(ask, call, method, target, kept, seen);
            } else {
                target.put((Message) message, arguments.weight());
                end(seen, null);
                out.answer(new VoidReply(stream, method.method().result()));
            }
        } catch (WireException | IllegalArgumentException e) {
            end(seen, e);
            fail(stream, badArguments(e));
        }
    }

    private void begin(
            AskMessage<?> ask,
            Frame.Call call,
            CallTable.Entry method,
            CallTarget target,
            int kept,
            @Nullable Interception seen) {
        int bytes = ((Payload.Incoming) call.arguments()).weight();
        ask.target(target.outlet());
        ask.inherit(timers, call.nanos()); // also if it is none: what the caller says goes
        InboundCall inbound =
                new InboundCall(this, call.stream(), method.method().result(), ask, target, kept, seen);
        calls.put(call.stream(), inbound);
        budget.reserve(CALL + kept);
        if (target.carrier() == null && !(ask instanceof EndOfKey)) {
            streams.carriedBy(inbound);
        }
        inbound.observe(ask);
        target.put(ask, bytes);
    }

    /** Nobody waits for the answer any more. */
    void onCancel(long stream) {
        InboundCall call = remove(stream);
        if (call != null) {
            call.cancel();
        }
    }

    /** A call has another deadline, or none any more. */
    void onLimit(Frame.Limit limit) {
        InboundCall call = calls.get(limit.stream());
        if (call != null) {
            call.limit(limit.nanos(), timers);
        }
    }

    /** Whether an outcome has memory that counts for a call until that is over. */
    boolean carries(long stream, InboundCall call, int bytes) {
        if (calls.get(stream) != call) {
            return true;
        }
        if (budget.free() < bytes) {
            return false;
        }
        budget.reserve(bytes);
        call.keeps(bytes);
        return true;
    }

    /** A call has been settled. Any thread. */
    void answer(InboundCall call) {
        out.answer(call);
    }

    /** A result has come that nobody waits for. */
    void late() {
        host.lateResult();
    }

    /** Whether the answer of the call is still wanted; it is not from now on. Its number may be that of another one by then. */
    boolean done(long stream, InboundCall call) {
        return calls.get(stream) == call && remove(stream) != null;
    }

    private @Nullable InboundCall remove(long stream) {
        InboundCall call = calls.remove(stream);
        if (call != null) {
            budget.release(CALL + call.kept());
        }
        return call;
    }

    /** Says why a stream ends that has just begun. */
    void fail(long stream, Failure failure) {
        out.urgent(new Frame.Fail(stream, failure));
    }

    /** Whether a call with this number is going on. */
    boolean isGoing(long stream) {
        return calls.get(stream) != null;
    }

    /** Calls that are going on. */
    int going() {
        return calls.size();
    }

    /** The link has ended: nobody waits for answers. What has not begun is not begun any more. */
    void lost() {
        for (InboundCall call : calls.clear()) {
            budget.release(CALL + call.kept());
            call.cancel();
        }
        keyed.clear();
    }
}
