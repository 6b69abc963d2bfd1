// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.promise;

import io.troupe.core.continuation.Promises;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A receiver of any number of results, one after the other, until one of the two sides ends it: give one to a method
 * that answers more than once. The action given to {@link #of} runs in turns of the actor that called it, whichever
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
     * Hands over one item. Items of one thread stay in order. After the end they are dropped; what was on its way by then
     * still arrives, unless the receiver has failed, stopped or restarted. What is lost by that counts as a dead letter,
     * and ends the callback.
     *
     * @param value may be null; an actor is replaced by its reference
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

    /** Whether it has ended, by either side. A sender learns at its next item at the latest that the receiver has gone. */
    boolean isEnded();

    /** Items that were handed over and have not been dealt with, as far as known; for pacing. Any thread; racy. */
    default int waiting() {
        return 0;
    }

    /**
     * Fulfilled when it has ended; fails if it ended by a failure, for example because a link was lost. What the receiver
     * registers there runs behind the items that the thread which ended it had sent before. Cancelling it ends the
     * callback, and so does a timeout set on it.
     */
    Promise<Void> ended();

    /**
     * A callback whose items run in turns of the calling actor; outside of turns, one at a time on threads of the
     * library.
     *
     * @param action runs once per item; what it throws ends the callback and is a failure of the actor
     */
    static <T> Callback<T> of(Consumer<? super T> action) {
        Objects.requireNonNull(action, "action");
        return Promises.callback(action);
    }
}
