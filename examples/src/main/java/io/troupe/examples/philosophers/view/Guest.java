// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.philosophers.view;

import java.util.Locale;

/**
 * The report of a philosopher about itself.
 *
 * @param state now
 * @param nanos how long in this state
 * @param meals eaten so far
 */
public record Guest(State state, long nanos, int meals) {
    /** States of a philosopher. */
    public enum State {
        /** Needs no fork. */
        THINKING,
        /** Waits for a fork. */
        HUNGRY,
        /** Has both forks. */
        EATING,
        /** Has left the table. */
        GONE,
        /** Has no seat: there is no table at the moment. */
        STANDING;

        /** As people read it. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
