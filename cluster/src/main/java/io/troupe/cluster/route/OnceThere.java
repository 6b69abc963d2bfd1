// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.route;

import io.troupe.cluster.activation.CallCodec;
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
            call.identity().id(),
            call.identity().lasting(),
            CallCodec.methodName(call.called()),
            codec.write(call.called())
        });
    }

    @Override
    public @Nullable Object read(OnceAsk<?> call, @Nullable Object answer) {
        if (!(answer instanceof byte[] reply)) {
            throw new IllegalArgumentException("an answer must have bytes: method=" + call.method());
        }
        return codec.replies(call.method()).valueOf(reply);
    }
}
