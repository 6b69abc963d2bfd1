// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.promise.Promise;
import io.troupe.sp.Wires.Wire;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.socket.SpSocket;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** What all contract tests do. */
public final class Steps {
    /** For {@code @MethodSource}. */
    public static final String WIRES = "io.troupe.sp.Wires#all";

    /** Nothing here takes so long. */
    public static final Duration LIMIT = Duration.ofSeconds(20);

    private Steps() {}

    /** Connects two sockets. */
    public static void join(Wire wire, SpSocket listening, SpSocket dialling) {
        dialling.dial(listening.listen(wire.fresh()).uri()).connected().await(LIMIT);
    }

    /** The text of a message, which is released. */
    public static String text(SpMessage message) {
        try (message) {
            return message.text();
        }
    }

    /** Fails unless the call fails for this reason. */
    public static void assertFails(SpError reason, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(SpException.class, e -> assertThat(e.reason())
                .isEqualTo(reason));
    }

    /** Answers with what was asked and an exclamation mark. */
    public static Promise<SpMessage> loud(SpMessage request) {
        return Promise.of(SpMessage.of(text(request) + "!"));
    }
}
