// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.promise;

import org.jspecify.annotations.Nullable;

/**
 * A promise that its creator settles. Any thread.
 *
 * @param <T> type of the value
 */
public final class CompletablePromise<T> extends DefaultPromise<T> {
    /** A pending promise. */
    public CompletablePromise() {}

    /**
     * Settles with a value.
     *
     * @return false if it was settled already
     */
    public boolean complete(@Nullable T value) {
        return settleValue(value);
    }

    /**
     * Settles without a value: a plain signal.
     *
     * @return false if it was settled already
     */
    public boolean complete() {
        return settleValue(null);
    }

    /**
     * Settles with a failure.
     *
     * @return false if it was settled already
     */
    public boolean fail(Throwable cause) {
        return settleFailure(cause);
    }

    /** Settles like the other promise, now or when that one settles. */
    public void completeLike(Promise<? extends T> other) {
        settleLike(other);
    }

    /**
     * Settles like the other promise, but not before the first one has settled, whatever its outcome. Depends on no
     * actor: it happens on the settling thread.
     *
     * @param before must settle first
     * @param other gives the outcome
     */
    public void completeAfter(Promise<?> before, Promise<? extends T> other) {
        Combined.whenBoth(before, other, () -> completeLike(other));
    }

    /** It may follow several promises, and be in one list of listeners only: each time a node of its own. */
    @Override
    Listener follower() {
        return new Follower(this);
    }
}
