// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.socket;

import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import java.time.Duration;

/**
 * A socket that asks one of its peers at a time: REQ. {@link #request} and {@link #ask} keep any number of requests open.
 * {@code send} and {@code receive} are the classic pair: one request is open, a new {@code send} cancels it, and
 * {@code receive} without one fails with STATE; a {@code receive} that runs out of time leaves the request open. A request is
 * sent again when its pipe is lost, and after the option {@code resendTime}. Thread-safe.
 */
public interface ReqSocket extends DuplexSocket {
    /**
     * Asks without waiting. A request that finds no peer, or no room, is sent later.
     *
     * @param message belongs to the socket in any case
     * @return the reply, which belongs to the receiver of the promise; fails with CLOSED, with NO_PEERS (option
     *     {@code failNoPeers}), or with CONNECTION_LOST (a {@code resendTime} of zero). Cancelling it, or a deadline of its own
     *     ({@code request(message).timeout(limit)}), gives the request up
     * @throws IllegalStateException if the message was sent or released before
     */
    Promise<SpMessage> request(SpMessage message);

    /**
     * Asks and waits for the reply as long as the option {@code receiveTimeout} allows; see {@link #ask(SpMessage, Duration)}.
     *
     * @param message belongs to the socket in any case
     * @return the reply, which belongs to the caller
     * @throws SpException see {@link #ask(SpMessage, Duration)}
     * @throws IllegalStateException if the message was sent or released before
     */
    SpMessage ask(SpMessage message);

    /**
     * Asks and waits for the reply on the calling thread, which polls for a while: the quickest way to ask.
     *
     * @param message belongs to the socket in any case
     * @param limit for sending and receiving together; zero: does not wait
     * @return the reply, which belongs to the caller
     * @throws SpException TIMED_OUT; CLOSED; CANCELED when the thread is interrupted, which it stays; NO_PEERS;
     *     CONNECTION_LOST. The request is given up then
     * @throws IllegalStateException if the message was sent or released before
     * @throws IllegalArgumentException if the limit is negative; the message is the caller's then
     */
    SpMessage ask(SpMessage message, Duration limit);

    /**
     * Opens a further classic conversation beside the socket's own.
     *
     * @return the context; it ends with the socket, or when it is closed
     * @throws SpException CLOSED
     */
    SocketContext context();
}
