// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session.far;

import io.troupe.core.error.CallRefused;
import io.troupe.core.error.LinkLost;
import io.troupe.core.message.AskMessage;
import io.troupe.remoting.frame.Failure;
import io.troupe.remoting.frame.Frame;
import io.troupe.remoting.frame.Payload;
import io.troupe.remoting.frame.To;
import io.troupe.remoting.session.stream.Failures;
import io.troupe.remoting.session.stream.StreamEnd;
import io.troupe.remoting.shape.MethodShape;
import io.troupe.remoting.shape.Shape;
import io.troupe.remoting.wire.WireException;
import java.util.List;

/** A call that the other side has to answer. Loop only. */
final class PendingCall implements StreamEnd {
    private final FarHost session;
    private final AskMessage<Object> call;
    private final MethodShape method;
    private final String address;

    /** Set when it is sent. */
    private long stream;

    @SuppressWarnings("unchecked") // its result is decoded by the shape of its method
    PendingCall(FarHost session, AskMessage<?> call, MethodShape method, String address) {
        this.session = session;
        this.call = (AskMessage<Object>) call;
        this.method = method;
        this.address = address;
    }

    /** The frame that opens the stream. */
    Frame frame(long number, To to) {
        stream = number;
        return new Frame.Call(
                number,
                to,
                method.wireName(),
                call.left(),
                new Payload.Outgoing(method.parameters(), call.arguments()));
    }

    FarHost session() {
        return session;
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
        List<Shape<?>> shape = List.of(method.result());
        try {
            call.answer(session.read(value, shape)[0]);
        } catch (WireException e) {
            call.reject(new CallRefused("the result must be decodable: " + where() + ", cause=" + e.getMessage(), e));
        }
    }

    @Override
    public void onFail(Failure failure) {
        call.reject(Failures.toException(failure, where()));
    }

    @Override
    public void onLost(LinkLost cause) {
        call.reject(new LinkLost(cause.getMessage() + ", " + where(), cause.maybeExecuted()));
    }

    private String where() {
        return "target=" + address + ", method=" + method.method();
    }
}
