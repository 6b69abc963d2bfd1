// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.error.ActorException;
import io.troupe.core.error.CallCancelledException;
import io.troupe.core.error.CallRefusedException;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.PlainText;
import io.troupe.remoting.codec.Failure;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.Payload;
import io.troupe.remoting.codec.TargetId;
import io.troupe.remoting.value.MethodSerializer;
import io.troupe.remoting.value.TypeSerializer;
import io.troupe.remoting.value.WireException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A call that the other side has to answer. Its target is put into words only if there is something to say. Loop only. */
final class PendingCall implements StreamHandler {
    private final Streams streams;
    private final WriteQueue out;
    private final CallWindow window;
    private final String peer;
    private final Object target;
    private final AskMessage<Object> call;
    private final MethodSerializer method;
    private final TargetId to;

    /** Set when it is sent. */
    private long stream;

    /** What is counted for it in the window. */
    private long kept;

    /** What was handed over in it. */
    private List<Long> handedOver = List.of();

    /** If interceptors see it. */
    private @Nullable Interception seen;

    @SuppressWarnings("unchecked") // its result is decoded by the serializer of its method
    PendingCall(
            Streams streams,
            WriteQueue out,
            CallWindow window,
            String peer,
            Object target,
            AskMessage<?> call,
            MethodSerializer method,
            TargetId to) {
        this.streams = streams;
        this.out = out;
        this.window = window;
        this.peer = peer;
        this.target = target;
        this.call = (AskMessage<Object>) call;
        this.method = method;
        this.to = to;
    }

    /** The frame that opens the stream. */
    Frame frame(long number) {
        stream = number;
        kept = InboundCalls.CALL;
        window.begins();
        return new Frame.Call(
                number,
                to,
                method.wireName(),
                call.left(),
                new Payload.Outgoing(method.parameters(), call.arguments()));
    }

    /** It has been encoded, and takes so many bytes. */
    void sent(int bytes) {
        int arguments = to.key() == null ? 0 : bytes;
        kept += arguments;
        window.keeps(arguments);
        if (streams.hasMarked()) {
            handedOver = streams.marked();
        }
    }

    /** The call of a message that has been sent over a link, or null. */
    static @Nullable PendingCall of(AskMessage<?> ask) {
        return ask.context() instanceof PendingCall pending ? pending : null;
    }

    void seen(Interception interception) {
        seen = interception;
    }

    /** Nothing more will come of it: interceptors are told, once. */
    void ended(@Nullable Throwable failure) {
        leave();
        Interception told = seen;
        if (told != null) {
            seen = null;
            told.end(failure);
        }
    }

    private void leave() {
        long counted = kept;
        if (counted > 0) {
            kept = 0;
            window.ends(counted);
        }
    }

    /** The caller does not want the answer any more. Any thread. */
    void abandon() {
        out.onLoop(() -> {
            if (streams.find(stream) == this) {
                streams.close(stream);
                out.urgent(new Frame.Cancel(stream));
                leave();
                if (seen != null) {
                    ended(new CallCancelledException("the caller must wait for the answer: " + where()));
                }
            }
        });
    }

    /** The call has another deadline now, or none. Any thread. */
    void limit() {
        out.onLoop(() -> {
            if (streams.find(stream) == this) {
                out.urgent(new Frame.Limit(stream, call.left()));
            }
        });
    }

    /** Whether interceptors of this side do not let it pass. */
    boolean isRefused() {
        return seen != null && seen.isRefused();
    }

    private void fail(ActorException failure) {
        ended(failure);
        call.reject(failure);
    }

    long stream() {
        return stream;
    }

    @Override
    public boolean isAwaited() {
        return true;
    }

    @Override
    public void onReply(Payload.Incoming value) {
        List<TypeSerializer<?>> serializer = List.of(method.result());
        try {
            Object result = streams.read(value, serializer)[0];
            ended(null);
            call.answer(result);
        } catch (WireException e) {
            fail(new CallRefusedException("the result must be decodable: " + where() + ", cause=" + e.getMessage(), e));
        }
    }

    @Override
    public void onFail(Failure failure) {
        if (!handedOver.isEmpty() && Failures.isRefusal(failure)) {
            streams.takeBack(handedOver); // nobody has it, and it may be handed over again
        }
        fail(Failures.toException(failure, where()));
    }

    @Override
    public void onLost(LinkLostException cause) {
        fail(new LinkLostException(cause.getMessage() + ", " + where(), cause.maybeExecuted()));
    }

    private String where() {
        return "target=" + peer + "/" + PlainText.of(target.toString(), Integer.MAX_VALUE) + ", method="
                + method.method();
    }
}
