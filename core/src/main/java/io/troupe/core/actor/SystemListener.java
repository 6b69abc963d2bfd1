// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.actor;

import io.troupe.dispatch.balance.Decision;
import java.time.Duration;
import java.util.List;

/**
 * Receives reports of what goes wrong in a system: dead letters, failures, blocked workers. Its methods run on the
 * threads where it happens, several at a time; they must be quick and must not throw. A listener that throws is
 * reported once per method; the system and its other listeners go on.
 */
public interface SystemListener {
    /**
     * A message was not delivered and has no caller to be told.
     *
     * @param letter what and why
     */
    default void onDeadLetter(DeadLetter letter) {}

    /**
     * An actor failed.
     *
     * @param address of the actor
     * @param cause what was thrown
     * @param decision what its supervision does
     */
    default void onFailure(String address, Throwable cause, Supervision.Decision decision) {}

    /**
     * A promise has failed and nobody looks at it: an ask without a continuation, or the last promise of a chain without
     * {@code onError}. Told about a second after the failure, when nobody has asked for the outcome or registered
     * anything since. Not told about promises that were cancelled.
     *
     * @param origin target and method of the ask, or the address of the actor that registered the continuation
     * @param cause why the promise failed
     */
    default void onUnhandledFailure(String origin, Throwable cause) {}

    /**
     * A message keeps its worker for long.
     *
     * @param address of the actor
     * @param method class and method that the message calls, as in {@code Counter.add(int)}; for a continuation, timer or
     *     task its kind and the method of the actor at work
     * @param atLeast how long it has been seen
     * @param stack of the worker's thread while it ran this message
     */
    default void onBlocked(String address, String method, Duration atLeast, List<StackTraceElement> stack) {}

    /**
     * Something outside of actors has ended a worker's thread, for example an idle strategy that throws. A new thread takes
     * over; no message is lost.
     *
     * @param worker name of the thread, and of its successor
     * @param cause what was thrown
     */
    default void onWorkerReplaced(String worker, Throwable cause) {}

    /**
     * The adaptive dispatcher has added or given up a worker, moved an actor, or opened a backlog to others.
     *
     * @param decision what, why, and the numbers it rested on; cells are given by their addresses
     */
    default void onDecision(Decision<String> decision) {}
}
