// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.route;

import io.troupe.cluster.activation.CallCodec;
import io.troupe.core.error.CallRefusedException;
import io.troupe.core.message.AskMessage;
import io.troupe.core.reference.ReferenceType;
import io.troupe.remoting.key.KeyTarget;
import org.jspecify.annotations.Nullable;

/**
 * To an actor of another process.
 *
 * @param outlet over the link
 * @param codec of its class
 */
record OnceThere(KeyTarget outlet, CallCodec codec) implements OnceWay {
    /** Before the name of a type that is served so. */
    static final String PREFIX = "once:";

    private static final ReferenceType<IdentifiedCalls> TYPE = ReferenceType.of(IdentifiedCalls.class, null);

    @Override
    public AskMessage<?> message(OnceAsk<?> call) {
        return (AskMessage<?>) TYPE.newMessage(0, new Object[] {
            call.identity().id(), call.identity().lasting(), CallCodec.methodName(call.called()), encoded(call)
        });
    }

    private byte[] encoded(OnceAsk<?> call) {
        try {
            return codec.write(call.called());
        } catch (RuntimeException e) {
            throw new CallRefusedException(
                    "the arguments of a call with an id must have an encoding: method=" + call.method() + ", cause="
                            + e.getMessage(),
                    e);
        }
    }

    @Override
    public @Nullable Object read(OnceAsk<?> call, @Nullable Object answer) {
        if (!(answer instanceof byte[] reply)) {
            throw new IllegalArgumentException("an answer must have bytes: method=" + call.method());
        }
        try {
            return codec.replies(call.method()).valueOf(reply);
        } catch (RuntimeException e) {
            throw new CallRefusedException(
                    "the answer to a call with an id must be decodable: method=" + call.method() + ", cause="
                            + e.getMessage(),
                    e);
        }
    }
}
