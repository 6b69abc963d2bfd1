// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.socket;

import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import java.time.Duration;

/**
 * Sends messages: waiting, not waiting, or with a promise. A call that returns has taken the message, which is the socket's
 * from then on: closing it is harmless, every other use fails. A call that throws has not taken the message. A message that was
 * sent or released before is refused with an {@link IllegalStateException}, which changes nothing for the socket, its peers and
 * its other messages. Messages that one thread sends through one pipe leave in the order of its calls. Thread-safe.
 */
public interface MessageSender {
    /**
     * Sends a message, and waits for room or a peer as long as the option {@code sendTimeout} allows.
     *
     * @param message stays the caller's if this throws
     * @throws SpException TIMED_OUT; CLOSED; CANCELED when the thread is interrupted, which it stays; STATE when the protocol
     *     allows no send now; NO_PEERS with the option {@code failNoPeers}; NOT_SUPPORTED when the protocol never sends
     */
    void send(SpMessage message);

    /**
     * Sends a message, and waits for room or a peer at most this long.
     *
     * @param message stays the caller's if this throws
     * @param limit zero: does not wait; {@link SocketOptions#FOREVER}: no limit
     * @throws SpException see {@link #send(SpMessage)}
     * @throws IllegalArgumentException if the limit is negative
     */
    void send(SpMessage message, Duration limit);

    /**
     * Sends a message if that needs no waiting.
     *
     * @param message stays the caller's if this returns false or throws
     * @return whether the message was taken
     * @throws SpException CLOSED, STATE, NO_PEERS, NOT_SUPPORTED
     */
    boolean trySend(SpMessage message);

    /**
     * Sends a message as soon as that is possible, within the option {@code sendTimeout}.
     *
     * @param message belongs to the socket in any case
     * @return fulfilled when a pipe has taken the message; fails with an {@link SpException} of the reasons of
     *     {@link #send(SpMessage)}, and the message has been released then. Cancelling it, or a deadline of its own
     *     ({@code sendLater(message).timeout(limit)}), gives the send up, unless a pipe is just taking the message
     */
    Promise<Void> sendLater(SpMessage message);

    /**
     * Sends a copy of these bytes, see {@link #send(SpMessage)}.
     *
     * @param body the body of the message, which may be empty
     * @throws SpException see {@link #send(SpMessage)}
     */
    default void send(byte[] body) {
        try (SpMessage message = SpMessage.of(body)) {
            send(message);
        }
    }
}
