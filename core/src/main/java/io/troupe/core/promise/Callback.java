// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.promise;

import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Where any number of results go, one after the other, until one of the two sides ends it: the argument to give to a
 * method that answers more than once. What was given to {@link #of} runs in turns of the actor that called it, whichever
 * thread or process the items come from. All methods may be called by any thread; none blocks.
 *
 * <pre>{@code
 * prices.subscribe(Callback.of(price -> latest = price));   // in an actor
 * }</pre>
 *
 * @param <T> type of the items
 */
public interface Callback<T> {
    /**
     * Hands over one item. Items of one thread stay in order; after the end they are dropped.
     *
     * @param value may be null
     */
    void item(@Nullable T value);

    /** No more items: said by the side that sends them, or by the one that does not want any more. */
    void end();

    /**
     * No more items, because of a failure.
     *
     * @param cause why
     */
    void fail(Throwable cause);

    /** Whether it has ended, by either side. */
    boolean isEnded();

    /** Items that were handed over and have not been dealt with, as far as known; 0: none, or not known. */
    default int waiting() {
        return 0;
    }

    /** Fulfilled when it has ended; fails if it ended by a failure, for example because a link was lost. */
    Promise<Void> ended();

    /**
     * A callback whose items run in turns of the calling actor; outside of actors, on a thread of the common pool.
     *
     * @param action runs once per item; what it throws ends the callback and is a failure of the actor
     */
    static <T> Callback<T> of(Consumer<? super T> action) {
        Lane current = Lane.current();
        return new LaneCallback<>(
                current == null ? OutsideLane.INSTANCE : current, Objects.requireNonNull(action, "action"));
    }
}
