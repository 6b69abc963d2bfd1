// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.socket;

import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import java.time.Duration;
import java.util.Optional;

/** Receives messages, which then belong to the caller, who releases them. Thread-safe. */
public interface Receiver {
    /**
     * The next message; waits as long as the option {@code receiveTimeout} allows.
     *
     * @throws SpException TIMED_OUT, CLOSED, CANCELED (interrupted), STATE
     */
    SpMessage receive();

    /**
     * The next message; waits at most this long.
     *
     * @throws SpException see {@link #receive()}
     */
    SpMessage receive(Duration limit);

    /** The next message if there is one. */
    Optional<SpMessage> tryReceive();

    /** The next message, as soon as there is one; the option {@code receiveTimeout} holds. */
    Promise<SpMessage> receiveLater();
}
