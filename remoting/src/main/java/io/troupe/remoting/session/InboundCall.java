// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.continuation.Observer;
import io.troupe.core.message.AskMessage;
import io.troupe.remoting.codec.Failure;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.Payload;
import io.troupe.remoting.value.TypeSerializer;
import io.troupe.remoting.value.WireException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A call of the other side: observes its promise, and is the answer. Observes on any thread, all else on the loop. */
final class InboundCall extends Observer<Object> implements Answer, PromiseCarrier {
    private final InboundCalls calls;
    private final long stream;
    private final TypeSerializer<?> serializer;
    private final CallTarget target;
    private long kept;
    private final @Nullable Interception seen;

    /**
     * Null once it is settled: it holds the result, which is not kept for an answer that goes without it. Written by the settling
     * thread, read by the loop without care, as a settled call takes neither a deadline nor a cancellation.
     */
    private @Nullable AskMessage<?> call;

    /** Written by the settling thread before the answer is queued. */
    private @Nullable Object value;

    private @Nullable Failure failure;
    private int weight = Weight.SMALL;

    InboundCall(
            InboundCalls calls,
            long stream,
            TypeSerializer<?> serializer,
            AskMessage<?> call,
            CallTarget target,
            int kept,
            @Nullable Interception seen) {
        this.calls = calls;
        this.stream = stream;
        this.serializer = serializer;
        this.call = call;
        this.target = target;
        this.kept = kept;
        this.seen = seen;
    }

    /** Bytes that are counted for it until it is answered. */
    long kept() {
        return kept;
    }

    /** So many bytes more are. */
    void keeps(int more) {
        kept += more;
    }

    @Override
    public boolean carries(int bytes) {
        return calls.carries(stream, this, bytes);
    }

    /** The call has another deadline than was said when it was sent; 0: none. */
    void limit(long nanos, CallbackExecutor timers) {
        AskMessage<?> going = call;
        if (going != null && !going.isSettled()) {
            going.inherit(timers, nanos);
        }
    }

    /** Nobody waits for the answer any more. */
    void cancel() {
        AskMessage<?> going = call;
        if (going != null) {
            going.cancel();
        }
    }

    @Override
    protected void onValue(@Nullable Object result) {
        call = null;
        value = result;
        weight = Weight.ofMessage(Weight.of(result));
        if (seen != null) {
            seen.end(null);
        }
        calls.answer(this);
    }

    @Override
    protected void onFailure(Throwable cause) {
        AskMessage<?> going = call;
        call = null;
        target.failed(cause);
        failure = Failures.ofCall(cause, going == null || going.hasBegun(), target::isAt);
        if (seen != null) {
            seen.end(cause);
        }
        calls.answer(this);
    }

    @Override
    public int weight() {
        return weight;
    }

    @Override
    public void drop() {
        value = null;
        failure = Failures.unread();
        weight = Weight.SMALL;
    }

    @Override
    public @Nullable Frame frame() {
        if (!calls.done(stream, this)) {
            if (failure == null) {
                calls.late(); // it was there in time, but its caller has given up before it could be sent
            }
            return null;
        }
        return failure != null
                ? new Frame.Fail(stream, failure)
                : new Frame.Reply(stream, new Payload.Outgoing(List.of(serializer), new @Nullable Object[] {value}));
    }

    @Override
    public void notSent(WireException cause) {
        calls.fail(stream, Failures.of(Failure.Code.BAD_RESULT, String.valueOf(cause.getMessage())));
    }
}
