// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit;

import io.troupe.core.ActorSystem;
import io.troupe.core.promise.Promise;
import org.jspecify.annotations.Nullable;

/**
 * Entry points of the assertions for static import, beside those of AssertJ. They wait in real time; for a manual
 * system use the methods of the same names on the test system, which run its turns.
 *
 * <pre>{@code
 * assertThat(counter.get()).settlesWithin(ofSeconds(1)).isFulfilledWith(3);
 * assertThatActor(counter).isRunning();
 * }</pre>
 */
public final class ActorAssertions {
    private ActorAssertions() {}

    /** Assertions on a promise. */
    public static <T> PromiseAssert<T> assertThat(@Nullable Promise<T> actual) {
        return new PromiseAssert<>(actual, Progress.waiting());
    }

    /**
     * Assertions on a promise of a system; they let that system go on where they wait.
     *
     * @param system whose dispatcher and clock decide how
     */
    public static <T> PromiseAssert<T> assertThat(@Nullable Promise<T> actual, ActorSystem system) {
        return new PromiseAssert<>(actual, Progress.of(system));
    }

    /**
     * Assertions on the actor behind a reference.
     *
     * @param reference to one actor, not to a group
     */
    public static ActorAssert assertThatActor(@Nullable Object reference) {
        return new ActorAssert(reference, Progress.waiting());
    }

    /**
     * Assertions on the actor behind a reference, in a system; they let that system go on where they wait.
     *
     * @param reference to one actor, not to a group
     * @param system whose dispatcher and clock decide how
     */
    public static ActorAssert assertThatActor(@Nullable Object reference, ActorSystem system) {
        return new ActorAssert(reference, Progress.of(system));
    }
}
