// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.diagram;

import java.util.Objects;

/**
 * One operation of a history as a diagram shows it: a bracket beside the events, from the call to its return. Immutable.
 *
 * @param client who called; each client has a column of its own
 * @param operation what was called, for people: {@code write(x, 1)}
 * @param outcome how it ended, for people: {@code ok}, {@code → 1}; empty if it is unknown
 * @param call number of the event at which it was called; -1 before the first
 * @param end number of the event at which it returned; {@link #OPEN} if it never did
 */
public record Bracket(String client, String operation, String outcome, long call, long end) {
    /** The end of an operation that has not returned. */
    public static final long OPEN = Long.MAX_VALUE;

    /**
     * Checks the order.
     *
     * @param client not null
     * @param operation not null
     * @param outcome not null
     * @param call any
     * @param end not below {@code call}
     * @throws IllegalArgumentException if it ends before its call
     */
    public Bracket {
        Objects.requireNonNull(client, "client");
        Objects.requireNonNull(operation, "operation");
        Objects.requireNonNull(outcome, "outcome");
        if (end < call) {
            throw new IllegalArgumentException(
                    "an operation must not end before its call: call=" + call + ", end=" + end);
        }
    }

    boolean isOpen() {
        return end == OPEN;
    }
}
