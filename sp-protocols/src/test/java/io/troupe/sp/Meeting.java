// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.promise.Promise;
import io.troupe.sp.Wires.Wire;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.MessageReceiver;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.socket.SpSocket;
import io.troupe.testkit.Await;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** What tests of sockets do again and again. */
public final class Meeting {
    /** Nothing takes that long. */
    public static final Duration LIMIT = Duration.ofSeconds(20);

    private Meeting() {}

    /** An address to listen at that nobody uses. */
    public static String fresh(Wire wire) {
        return wire.uri().get();
    }

    /** Connects two sockets; both know of it afterwards. */
    public static void join(SpSocket listening, SpSocket dialling, Wire wire) {
        String uri = listening.listen(fresh(wire)).uri();
        dial(listening, dialling, uri);
    }

    /** Connects one more socket to an address where this one listens. */
    public static void dial(SpSocket listening, SpSocket dialling, String uri) {
        long there = listening.stats().connected();
        long here = dialling.stats().connected();
        dialling.dial(uri);
        Await.until(
                "both sides are connected",
                LIMIT,
                () -> listening.stats().connected() > there && dialling.stats().connected() > here);
    }

    /** The next message's text. */
    public static String text(MessageReceiver receiver) {
        try (SpMessage message = receiver.receive(LIMIT)) {
            return message.text();
        }
    }

    /** The text of a message that is to come. */
    public static String text(Promise<SpMessage> promise) {
        try (SpMessage message = promise.await(LIMIT)) {
            return message.text();
        }
    }

    /** Gives the message back; its size. */
    public static int released(SpMessage message) {
        try (message) {
            return message.size();
        }
    }

    /** Nothing has come. */
    public static void nothing(MessageReceiver receiver) {
        assertThat(receiver.tryReceive()).isEmpty();
    }

    /** Waits until so many messages were dropped. */
    public static void dropped(SpSocket socket, DropReason cause, long messages) {
        Await.until(
                "dropped(" + cause + ") is " + messages,
                LIMIT,
                () -> socket.stats().dropped(cause) >= messages);
        assertThat(socket.stats().dropped(cause)).isEqualTo(messages);
    }

    /** The call fails for this reason. */
    public static void fails(SpError reason, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(SpException.class, e -> assertThat(e.reason())
                .isEqualTo(reason));
    }
}
