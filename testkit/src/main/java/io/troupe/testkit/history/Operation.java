// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.history;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One operation of a client, from its beginning to its end. Two orders are kept apart: {@code invoked} and
 * {@code completed} are positions in the history, which no two events share; {@code startTime} and {@code endTime}
 * are what the clock of the history said, for people. Immutable, if the operation and its result are.
 *
 * @param number position among the operations of the history, in order of beginning, from 0
 * @param client who did it
 * @param call what was done
 * @param end how it ended
 * @param result what the client got; null unless the end is {@code OK}, and may be null then, too
 * @param invoked position of the beginning among all events of the history, from 0
 * @param completed position of the end, above {@code invoked}; {@link #OPEN} if the end is {@code INFO}
 * @param startTime time of the beginning, by the clock of the history
 * @param endTime time at which the end was noted, by the clock of the history; {@link #OPEN} if it never was
 * @param <O> type of the calls
 */
public record Operation<O>(
        int number,
        String client,
        O call,
        OperationEnd end,
        @Nullable Object result,
        long invoked,
        long completed,
        long startTime,
        long endTime) {
    /** The position and the time of an end that does not come. */
    public static final long OPEN = Long.MAX_VALUE;

    /**
     * Checks the order of the positions.
     *
     * @param number from 0
     * @param client not null
     * @param call not null
     * @param end not null
     * @param result may be null
     * @param invoked from 0
     * @param completed above {@code invoked}
     * @param startTime any
     * @param endTime any
     * @throws IllegalArgumentException if the end comes before the beginning, or an open operation has an end
     */
    public Operation {
        Objects.requireNonNull(client, "client");
        Objects.requireNonNull(call, "call");
        Objects.requireNonNull(end, "end");
        if (invoked < 0 || completed <= invoked) {
            throw new IllegalArgumentException("an operation must end after its beginning: client=" + client + ", call="
                    + call + ", invoked=" + invoked + ", completed=" + completed);
        }
        if ((completed == OPEN) != (end == OperationEnd.INFO)) {
            throw new IllegalArgumentException("an operation must be open exactly if its outcome is not known: client="
                    + client + ", call=" + call + ", end=" + end + ", completed=" + completed);
        }
    }

    /**
     * Whether this operation was over before another one began.
     *
     * @param other of the same history
     * @return false if the two overlap, or the other one came first
     */
    public boolean precedes(Operation<?> other) {
        return completed < other.invoked;
    }

    /** {@return call and result, as in {@code read x → 3}, {@code write x 4 → ok}, {@code write x 5 → ?}} */
    public String text() {
        if (call instanceof ListTransaction transaction && end == OperationEnd.OK) {
            return transaction.textWith(result);
        }
        return switch (end) {
            case OK -> call + " → " + resultText();
            case FAIL -> call + " → failed";
            case INFO -> call + " → ?";
        };
    }

    private String resultText() {
        boolean asks = call instanceof Op op && op.arguments().isEmpty();
        return result == null && !asks ? "ok" : String.valueOf(result);
    }

    /** {@return the client, then call and result} */
    @Override
    public String toString() {
        return client + ": " + text();
    }
}
