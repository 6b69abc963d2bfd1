// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.socket;

import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import java.time.Duration;

/**
 * A socket that asks one of its peers at a time: REQ. {@link #request} and {@link #ask} keep any number of requests open.
 * {@code send} and {@code receive} are the classic pair: one request is open, a new {@code send} cancels it, {@code receive}
 * without one fails with STATE; a {@code receive} that runs out of time leaves the request open. Requests are sent again
 * when their pipe is lost and after the option {@code resendTime}. Thread-safe.
 */
public interface ReqSocket extends DuplexSocket {
    /**
     * Asks. Waits for no one: without a peer or without room the request is sent later.
     *
     * @param message belongs to the socket in any case
     * @return the reply, which belongs to its receiver; fails with CLOSED, NO_PEERS or CONNECTION_LOST. Cancelling it, or a
     *     deadline of its own ({@code request(message).timeout(limit)}), gives the request up
     */
    Promise<SpMessage> request(SpMessage message);

    /** Asks and waits for the reply as long as the option {@code receiveTimeout} allows; see {@link #ask(SpMessage, Duration)}. */
    SpMessage ask(SpMessage message);

    /**
     * Asks and waits for the reply on the calling thread, which polls for a while: the quickest way to ask.
     *
     * @param message belongs to the socket in any case
     * @param limit for sending and receiving together
     * @throws SpException TIMED_OUT, CLOSED, CANCELED (interrupted), NO_PEERS, CONNECTION_LOST; the request is given up
     */
    SpMessage ask(SpMessage message, Duration limit);

    /** A new classic conversation beside the socket's own. */
    SocketContext context();
}
