// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.actor;

import io.troupe.dispatch.balance.Decision;
import java.time.Duration;
import java.util.List;

/**
 * A receiver of reports from a system: dead letters, failures, blocked workers, decisions. Register one with the system
 * builder, for alarms and meters. Its methods run on the threads where the events happen, several at a time; they must be
 * quick and must not throw. If a method throws, the first such failure is logged, and the system and its other listeners go
 * on. Every method does nothing by default.
 */
public interface SystemListener {
    /**
     * Reports a message that was not delivered and has no caller to be told.
     *
     * @param letter the message and the reason
     */
    default void onDeadLetter(DeadLetter letter) {}

    /**
     * Reports the failure of an actor.
     *
     * @param address of the actor
     * @param cause the exception or error that was thrown
     * @param decision of its supervision; a restart may still end in a stop if it comes too often
     */
    default void onFailure(String address, Throwable cause, Supervision.Decision decision) {}

    /**
     * Reports a failed promise that nobody looks at: an ask without a continuation, or the last promise of a chain without
     * {@code onError}. The report comes about a second after the failure, if nobody has asked for the outcome or registered
     * a continuation since. Cancelled promises are not reported.
     *
     * @param origin target and method of the ask, or the address of the actor that registered the continuation
     * @param cause the failure of the promise
     */
    default void onUnhandledFailure(String origin, Throwable cause) {}

    /**
     * Reports a message that has kept its worker for long.
     *
     * @param address of the actor
     * @param method class and method that the message calls, as in {@code Counter.add(int)}; for a continuation, timer or
     *     task its kind and the method of the actor at work
     * @param atLeast how long the message has been seen to run
     * @param stack of the worker's thread while it ran this message
     */
    default void onBlocked(String address, String method, Duration atLeast, List<StackTraceElement> stack) {}

    /**
     * Reports that many messages wait for an actor while the heap is short: more than sixteen thousand have come since it took some,
     * and more than three quarters of the heap are in use. One report in ten seconds at most. An actor that does not get on at all
     * is reported by {@link #onBlocked} instead.
     *
     * @param address of the actor
     * @param waiting how many messages it has found
     */
    default void onBacklog(String address, int waiting) {}

    /**
     * Reports that something outside of actors has ended a worker's thread, for example an idle strategy that throws. A new
     * thread takes over; no message is lost.
     *
     * @param worker name of the thread, and of its successor
     * @param cause the exception or error that was thrown
     */
    default void onWorkerReplaced(String worker, Throwable cause) {}

    /**
     * Reports that the adaptive dispatcher has added or given up a worker, moved an actor, or opened a backlog to others.
     *
     * @param decision what was done, why, and the numbers behind it; actors are given by their addresses
     */
    default void onDecision(Decision<String> decision) {}
}
