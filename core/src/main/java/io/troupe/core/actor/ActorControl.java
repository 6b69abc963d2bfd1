// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.actor;

import io.troupe.core.message.Outlet;
import io.troupe.core.message.Reference;
import io.troupe.core.promise.Promise;

/** What can be done to an actor from outside, wherever it lives. Any thread. */
public interface ActorControl {
    /** The actor's address. */
    String address();

    /** Ends the actor after its current message; what is queued is not delivered. Returns at once. */
    void stop();

    /** Fulfilled when the actor ends, or at once if it has. Cancel it to stop watching. */
    Promise<Terminated> watch();

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
