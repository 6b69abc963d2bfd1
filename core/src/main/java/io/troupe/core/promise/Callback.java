// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.promise;

import io.troupe.core.continuation.Promises;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A receiver of any number of results, one after the other, until one of the two sides ends it. Pass one to a method that
 * answers more than once. The action given to {@link #of} runs in turns of the actor that called it, whichever thread or
 * process the items come from. Any thread may call any method; none blocks.
 *
 * <pre>{@code
 * prices.subscribe(Callback.of(price -> latest = price));   // in an actor
 * }</pre>
 *
 * @param <T> type of the items
 */
public interface Callback<T> {
    /**
     * Hands over one item. Items of one thread stay in order. Items after the end are dropped. Items that were on their way
     * at the end still arrive, unless the action has thrown. An item to a receiver that has stopped or restarted ends the
     * callback and counts as a dead letter.
     *
     * @param value may be null; an actor is replaced by its reference
     */
    void item(@Nullable T value);

    /** Ends the callback: no more items come. Either side may call it; only the first end counts. */
    void end();

    /**
     * Ends the callback with a failure: no more items come. Either side may call it; only the first end counts.
     *
     * @param cause the failure, which {@link #ended} passes on
     */
    void fail(Throwable cause);

    /**
     * {@return whether the callback has ended, by either side} A sender learns at its next item at the latest that the
     * receiver has gone.
     */
    boolean isEnded();

    /** {@return how many items were handed over and have not been dealt with, as far as known} For pacing. Racy. */
    default int waiting() {
        return 0;
    }

    /**
     * {@return a promise that is fulfilled when the callback has ended} The promise fails if a failure has ended the
     * callback, for example a lost link. Continuations of the receiver on it run behind the items that the ending thread
     * had sent before. Cancelling the promise ends the callback, and so does a timeout set on it. A sender in another
     * process learns that the receiver has ended the callback, and not why: there the promise is fulfilled, also if the receiver
     * has failed.
     */
    Promise<Void> ended();

    /**
     * Makes a callback whose action runs in turns of the calling actor; outside of turns, one item at a time on threads of
     * the library.
     *
     * @param <T> type of the items
     * @param action runs once per item; if it throws, the callback ends with that failure, and the actor has failed
     * @return the callback, to be passed to a sender of items
     */
    static <T> Callback<T> of(Consumer<? super T> action) {
        Objects.requireNonNull(action, "action");
        return Promises.callback(action);
    }
}
