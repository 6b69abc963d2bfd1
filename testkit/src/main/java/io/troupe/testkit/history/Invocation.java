// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.history;

import org.jspecify.annotations.Nullable;

/**
 * An operation that has begun: its client tells here how it ended, once. Without that the outcome counts as not
 * known. Any thread.
 *
 * @param <O> type of the operation
 */
public final class Invocation<O> {
    private final History<O> history;
    private final int number;
    private final String client;
    private final O call;
    private final long invoked;
    private final long startTime;

    // Guarded by the history's lock.
    private @Nullable OperationEnd end;
    private @Nullable Object result;
    private long completed = Operation.OPEN;
    private long endTime = Operation.OPEN;

    Invocation(History<O> history, int number, String client, O call, long invoked, long startTime) {
        this.history = history;
        this.number = number;
        this.client = client;
        this.call = call;
        this.invoked = invoked;
        this.startTime = startTime;
    }

    /**
     * The operation has happened.
     *
     * @param answer what the client got, which must not change afterwards; null if there is nothing to tell
     * @throws IllegalStateException if the end was told before
     */
    public void ok(@Nullable Object answer) {
        history.end(this, OperationEnd.OK, answer);
    }

    /**
     * The operation has certainly not happened and never will. If there is any doubt, {@link #info} is right.
     *
     * @throws IllegalStateException if the end was told before
     */
    public void fail() {
        history.end(this, OperationEnd.FAIL, null);
    }

    /**
     * Nobody will know whether the operation has happened, or when it will.
     *
     * @throws IllegalStateException if the end was told before
     */
    public void info() {
        history.end(this, OperationEnd.INFO, null);
    }

    boolean isEnded() {
        return end != null;
    }

    void requireOpen(OperationEnd next) {
        if (end != null) {
            throw new IllegalStateException("an operation must end once: client=" + client + ", call=" + call + ", end="
                    + end + ", next=" + next);
        }
    }

    void setEnd(OperationEnd newEnd, @Nullable Object newResult, long position, long time) {
        end = newEnd;
        result = newResult;
        completed = newEnd == OperationEnd.INFO ? Operation.OPEN : position;
        endTime = time;
    }

    Operation<O> operation() {
        return new Operation<>(
                number,
                client,
                call,
                end == null ? OperationEnd.INFO : end,
                result,
                invoked,
                completed,
                startTime,
                endTime);
    }

    /** {@return the client and the call} */
    @Override
    public String toString() {
        return client + ": " + call;
    }
}
