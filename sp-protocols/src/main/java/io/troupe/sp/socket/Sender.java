// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.socket;

import io.troupe.core.promise.Promise;
import io.troupe.sp.error.SpException;
import io.troupe.sp.message.Message;
import java.time.Duration;

/** Sends messages: waiting, not waiting, or with a promise. A sent message belongs to the socket. Thread-safe. */
public interface Sender {
    /**
     * Sends; waits as long as the option {@code sendTimeout} allows.
     *
     * @throws SpException TIMED_OUT, CLOSED, CANCELED (interrupted), STATE, NO_PEERS; the message stays the caller's
     */
    void send(Message message);

    /**
     * Sends; waits at most this long.
     *
     * @throws SpException see {@link #send(Message)}
     */
    void send(Message message, Duration limit);

    /**
     * Sends if that needs no waiting.
     *
     * @return whether it was sent; if not the message stays the caller's
     * @throws SpException CLOSED, STATE, NO_PEERS
     */
    boolean trySend(Message message);

    /** Sends as soon as that is possible. If the promise fails, the message has been released. */
    Promise<Void> sendLater(Message message);

    /** Sends a copy of these bytes. */
    default void send(byte[] body) {
        Message message = Message.of(body);
        try {
            send(message);
        } catch (SpException e) {
            message.release();
            throw e;
        }
    }
}
