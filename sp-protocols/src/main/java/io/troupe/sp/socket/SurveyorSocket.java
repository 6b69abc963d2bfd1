// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.socket;

import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * A socket that asks all peers at once and takes answers for the option {@code surveyTime}: SURVEYOR. The {@code survey}
 * methods keep any number of surveys open. {@code send} and {@code receive} are the classic way: a new {@code send} cancels the
 * open survey. Once its time is over and its answers are taken, one {@code receive} fails with TIMED_OUT, later ones with
 * STATE. Sending never waits; a peer without room misses the survey. Thread-safe.
 */
public interface SurveyorSocket extends DuplexSocket {
    /**
     * Asks all peers that are connected now, and collects their answers.
     *
     * @param message belongs to the socket in any case
     * @return all answers, when the time is over; they belong to the receiver of the promise. Fails with CLOSED, or with
     *     NO_PEERS (option {@code failNoPeers}); cancelling it ends the survey
     * @throws IllegalStateException if the message was sent or released before
     */
    Promise<List<SpMessage>> survey(SpMessage message);

    /**
     * Asks all peers, and collects their answers for this time instead of the option {@code surveyTime}; see
     * {@link #survey(SpMessage)}.
     *
     * @param message belongs to the socket in any case
     * @param limit how long answers are taken, more than zero
     * @return all answers, as with {@link #survey(SpMessage)}
     * @throws IllegalStateException if the message was sent or released before
     * @throws IllegalArgumentException if the limit is not more than zero
     */
    Promise<List<SpMessage>> survey(SpMessage message, Duration limit);

    /**
     * Asks all peers, and hands over each answer as it comes.
     *
     * @param message belongs to the socket in any case
     * @param answers owns each answer that it gets; it runs on the threads of transports, on several at a time, and must be
     *     quick and must not wait. A failure of it is logged
     * @return settles when the time is over: no answer comes after that. Fails with CLOSED, or with NO_PEERS (option
     *     {@code failNoPeers}); cancelling it ends the survey
     * @throws IllegalStateException if the message was sent or released before
     */
    Promise<Void> survey(SpMessage message, Consumer<? super SpMessage> answers);

    /**
     * Opens a further classic conversation beside the socket's own.
     *
     * @return the context; it ends with the socket, or when it is closed
     * @throws SpException CLOSED
     */
    SocketContext context();
}
