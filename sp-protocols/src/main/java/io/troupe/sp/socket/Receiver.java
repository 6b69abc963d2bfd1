// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.socket;

import io.troupe.core.promise.Promise;
import io.troupe.sp.error.SpException;
import io.troupe.sp.message.Message;
import java.time.Duration;
import java.util.Optional;

/** Receives messages, which then belong to the caller, who releases them. Thread-safe. */
public interface Receiver {
    /**
     * The next message; waits as long as the option {@code receiveTimeout} allows.
     *
     * @throws SpException TIMED_OUT, CLOSED, CANCELED (interrupted), STATE
     */
    Message receive();

    /**
     * The next message; waits at most this long.
     *
     * @throws SpException see {@link #receive()}
     */
    Message receive(Duration limit);

    /** The next message if there is one. */
    Optional<Message> tryReceive();

    /** The next message, as soon as there is one; the option {@code receiveTimeout} holds. */
    Promise<Message> receiveLater();
}
