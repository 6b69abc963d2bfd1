// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.core.continuation.Observer;
import io.troupe.core.promise.Promise;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Lets the cell know, in a turn of its own, that a promise has settled: for the cell's own book-keeping. Unlike a
 * continuation it is no code of the user's: it is never held and is no dead letter when the actor has ended.
 */
final class SettleSignal extends Observer<Object> {
    private final ActorCell cell;
    private final Consumer<@Nullable Throwable> then;

    /**
     * Not observing yet.
     *
     * @param then given the failure, or null
     */
    SettleSignal(ActorCell cell, Consumer<@Nullable Throwable> then) {
        this.cell = cell;
        this.then = then;
    }

    /** Observes a promise of anything. */
    static void on(Promise<?> promise, ActorCell cell, Consumer<@Nullable Throwable> then) {
        new SettleSignal(cell, then).observe(promise);
    }

    @Override
    protected void onValue(@Nullable Object value) {
        signal(null);
    }

    @Override
    protected void onFailure(Throwable cause) {
        signal(cause);
    }

    private void signal(@Nullable Throwable failure) {
        cell.signal(new Signal() {
            @Override
            void run() {
                then.accept(failure);
            }
        });
    }
}
