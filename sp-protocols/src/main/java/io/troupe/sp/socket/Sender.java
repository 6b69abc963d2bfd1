// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.socket;

import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import java.time.Duration;

/**
 * Sends messages: waiting, not waiting, or with a promise. A call that returns has taken the message, which is the socket's
 * then: closing it is harmless, all else fails. A call that throws has not taken it. A message that was sent or released before
 * is refused with an {@link IllegalStateException}, which changes nothing for the socket, its peers and its other messages.
 * Thread-safe.
 */
public interface Sender {
    /**
     * Sends; waits as long as the option {@code sendTimeout} allows.
     *
     * @throws SpException TIMED_OUT, CLOSED, CANCELED (interrupted), STATE, NO_PEERS; the message stays the caller's
     */
    void send(SpMessage message);

    /**
     * Sends; waits at most this long.
     *
     * @throws SpException see {@link #send(SpMessage)}
     */
    void send(SpMessage message, Duration limit);

    /**
     * Sends if that needs no waiting.
     *
     * @return whether it was sent; if not the message stays the caller's
     * @throws SpException CLOSED, STATE, NO_PEERS
     */
    boolean trySend(SpMessage message);

    /** Sends as soon as that is possible. The message is taken in any case: if the promise fails, it has been released. */
    Promise<Void> sendLater(SpMessage message);

    /** Sends a copy of these bytes. */
    default void send(byte[] body) {
        try (SpMessage message = SpMessage.of(body)) {
            send(message);
        }
    }
}
