// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.actor;

import io.troupe.cluster.activation.StateHandle;
import io.troupe.cluster.store.StoreException;
import io.troupe.core.actor.ActorContext;
import io.troupe.core.continuation.SettablePromise;
import io.troupe.core.promise.Promise;
import java.time.Duration;
import java.util.function.Supplier;

/** Asks a store that does not answer again, so that calls wait while it is away for a moment. In turns of the actor. */
final class PatientReading<T> {
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    private final ActorContext context;
    private final StateHandle handle;
    private final Supplier<Promise<T>> question;
    private final SettablePromise<T> read = new SettablePromise<>();
    private final long begun;

    private PatientReading(ActorContext context, StateHandle handle, Supplier<Promise<T>> question) {
        this.context = context;
        this.handle = handle;
        this.question = question;
        this.begun = context.clock().nanos();
    }

    /**
     * {@return what the store has; fails with {@link StoreException} if it does not answer for longer than the actor may wait}
     *
     * @param question asked once, or again after each failure of the store
     */
    static <T> Promise<T> of(ActorContext context, StateHandle handle, Supplier<Promise<T>> question) {
        PatientReading<T> reading = new PatientReading<>(context, handle, question);
        reading.ask(FIRST_PAUSE);
        return reading.read;
    }

    private void ask(Duration pause) {
        question.get().onComplete((found, failure) -> {
            if (failure == null) {
                read.complete(found);
            } else if (failure instanceof StoreException
                    && handle.mayLoadAgain(context.clock().nanos() - begun)) {
                Duration longer = pause.multipliedBy(2);
                Duration next = longer.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : longer;
                context.after(pause, () -> ask(next));
            } else {
                read.fail(failure);
            }
        });
    }
}
