// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit;

import io.troupe.core.ActorSystem;
import io.troupe.core.promise.Promise;
import io.troupe.testkit.history.History;
import io.troupe.testkit.history.HistoryAssert;
import org.jspecify.annotations.Nullable;

/**
 * The entry points of the assertions on promises, actors and histories, for static import beside those of AssertJ.
 * Without a system they wait in real time; for a manual system give it, or use the methods of the same names of
 * {@link TestSystem}, which run its turns.
 *
 * <pre>{@code
 * assertThat(counter.get()).settlesWithin(ofSeconds(1)).isFulfilledWith(3);
 * assertThatActor(counter).isRunning();
 * }</pre>
 */
public final class ActorAssertions {
    private ActorAssertions() {}

    /**
     * Assertions on a promise that wait in real time.
     *
     * @param <T> type of the promise's value
     * @param actual the promise; null fails the first check
     * @return the assertions
     */
    public static <T> PromiseAssert<T> assertThat(@Nullable Promise<T> actual) {
        return new PromiseAssert<>(actual, Progress.waiting());
    }

    /**
     * Assertions on a promise of a system; they let that system go on where they wait.
     *
     * @param <T> type of the promise's value
     * @param actual the promise; null fails the first check
     * @param system to go on with: its dispatcher and clock decide how
     * @return the assertions
     */
    public static <T> PromiseAssert<T> assertThat(@Nullable Promise<T> actual, ActorSystem system) {
        return new PromiseAssert<>(actual, Progress.of(system));
    }

    /**
     * Assertions on the actor behind a reference that wait in real time.
     *
     * @param reference to one actor, not to a group; null fails the first check
     * @return the assertions
     */
    public static ActorAssert assertThatActor(@Nullable Object reference) {
        return new ActorAssert(reference, Progress.waiting());
    }

    /**
     * Assertions on the actor behind a reference, in a system; they let that system go on where they wait.
     *
     * @param reference to one actor, not to a group; null fails the first check
     * @param system to go on with: its dispatcher and clock decide how
     * @return the assertions
     */
    public static ActorAssert assertThatActor(@Nullable Object reference, ActorSystem system) {
        return new ActorAssert(reference, Progress.of(system));
    }

    /**
     * Assertions on what clients did to a system, and what they got.
     *
     * @param <O> type of the operations
     * @param actual the history; null fails the first check
     * @return the assertions
     */
    public static <O> HistoryAssert<O> assertThat(@Nullable History<O> actual) {
        return HistoryAssert.assertThat(actual);
    }
}
