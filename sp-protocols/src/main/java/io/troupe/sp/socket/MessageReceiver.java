// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.socket;

import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import java.time.Duration;
import java.util.Optional;

/**
 * Receives messages: waiting, not waiting, or with a promise. A received message belongs to the caller, who releases it. Promises
 * are served in the order of their calls, and before all calls that come later. Thread-safe.
 */
public interface MessageReceiver {
    /**
     * Receives the next message, and waits for it as long as the option {@code receiveTimeout} allows.
     *
     * @return the message, which belongs to the caller
     * @throws SpException TIMED_OUT; CLOSED; CANCELED when the thread is interrupted, which it stays; STATE when the protocol
     *     allows no receive now; NOT_SUPPORTED when it never does
     */
    SpMessage receive();

    /**
     * Receives the next message, and waits for it at most this long.
     *
     * @param limit zero: does not wait; {@link SocketOptions#FOREVER}: no limit
     * @return the message, which belongs to the caller
     * @throws SpException see {@link #receive()}
     * @throws IllegalArgumentException if the limit is negative
     */
    SpMessage receive(Duration limit);

    /**
     * Receives the next message if there is one now.
     *
     * @return the message, which belongs to the caller; empty if there is none, or if promises that came before wait for it
     * @throws SpException CLOSED, STATE, NOT_SUPPORTED
     */
    Optional<SpMessage> tryReceive();

    /**
     * Receives the next message as soon as there is one, within the option {@code receiveTimeout}.
     *
     * @return the message, which belongs to the receiver of the promise; fails with an {@link SpException} of the reasons of {@link
     *     #receive()}. Cancelling it, or a deadline of its own, loses nothing: the message goes to the next receiver
     */
    Promise<SpMessage> receiveLater();
}
