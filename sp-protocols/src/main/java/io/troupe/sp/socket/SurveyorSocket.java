// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.socket;

import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * A socket that asks all peers at once and takes answers for the option {@code surveyTime}: SURVEYOR. Both {@code survey}
 * methods keep any number of surveys open. {@code send} and {@code receive} are the classic way: a new {@code send} cancels
 * the open survey; once its time is over and its answers are taken, one {@code receive} fails with TIMED_OUT, later ones with
 * STATE. Sending never waits; a peer without room misses the survey. Thread-safe.
 */
public interface SurveyorSocket extends DuplexSocket {
    /**
     * Asks all.
     *
     * @param message belongs to the socket in any case
     * @return all answers, when the time is over; they belong to the receiver. Fails with CLOSED or NO_PEERS; cancelling it
     *     ends the survey
     */
    Promise<List<SpMessage>> survey(SpMessage message);

    /**
     * Asks all, and takes answers for a time of its own instead of the option {@code surveyTime}; see {@link #survey(SpMessage)}.
     *
     * @param message belongs to the socket in any case
     * @param limit more than zero
     */
    Promise<List<SpMessage>> survey(SpMessage message, Duration limit);

    /**
     * Asks all.
     *
     * @param message belongs to the socket in any case
     * @param answers gets each answer as it comes, which it then owns; on the threads of transports, maybe on several at a
     *     time: must be quick and must not wait
     * @return settles when the time is over: no answer comes after that. Fails with CLOSED or NO_PEERS; cancelling it ends
     *     the survey
     */
    Promise<Void> survey(SpMessage message, Consumer<? super SpMessage> answers);

    /** A new classic conversation beside the socket's own. */
    SocketContext context();
}
