// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.host;

import io.troupe.core.actor.Terminated;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.Reference;
import io.troupe.core.promise.Promise;

/** What can be done to an actor from outside, wherever it lives. Any thread. */
public interface ActorControl {
    /** The actor's address. */
    String address();

    /** Ends the actor after its current message; what is queued is not delivered. Returns at once. */
    void stop();

    /**
     * Ends the actor when it is idle: what is queued is delivered, answers that are owed are given, serial sections end and
     * tasks of the executor view run; then its children end in the same way, then the actor. New messages are refused from
     * now on: calls fail with {@link io.troupe.core.error.ActorStoppedException}, others become dead letters. Stashed messages are
     * not waited for; those that nothing has put back by then are told like those. Timers and continuations of the
     * actor's own do not keep it. Returns at once.
     *
     * @throws UnsupportedOperationException if the actor lives in another process
     */
    default void stopWhenIdle() {
        throw new UnsupportedOperationException("only a local actor can be drained: address=" + address()
                + "; give the actor a method that calls context().stopWhenIdle()");
    }

    /** Fulfilled when the actor ends, or at once if it has. Cancel it to stop watching. */
    Promise<Terminated> watch();

    /**
     * Ends the actor like {@link #stop}.
     *
     * @return fulfilled when it has ended; one of a directory that has no object has
     */
    default Promise<Terminated> stopAndWatch() {
        stop(); // first: if it is refused, nothing is watched
        return watch();
    }

    /**
     * Ends the actor like {@link #stopWhenIdle}.
     *
     * @return fulfilled when it has ended; one of a directory that has no object has
     */
    default Promise<Terminated> drainAndWatch() {
        stopWhenIdle(); // first: if it is refused, nothing is watched
        return watch();
    }

    /** Whether the actor has ended. */
    boolean isStopped();

    /**
     * Messages waiting in its mailbox.
     *
     * @param limit where counting stops
     */
    int depth(int limit);

    /**
     * The control of the actor behind a reference.
     *
     * @param reference returned by spawn or received in a message
     * @throws IllegalArgumentException if it is no reference to a single actor
     */
    static ActorControl of(Object reference) {
        Outlet outlet = Reference.outletOf(reference);
        if (outlet instanceof ActorControl control) {
            return control;
        }
        throw new IllegalArgumentException(
                "reference must be to one actor, not to a group: address=" + outlet.address());
    }
}
