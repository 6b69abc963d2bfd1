// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.assertion;

import io.troupe.core.promise.Promise;
import io.troupe.testkit.progress.Progress;
import org.jspecify.annotations.Nullable;

/**
 * Entry points for static import, beside those of AssertJ. They wait in real time; for a manual system take the methods
 * of the same names on the test system, which run its turns.
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
     * Assertions on a promise of a system.
     *
     * @param progress of the system
     */
    public static <T> PromiseAssert<T> assertThat(@Nullable Promise<T> actual, Progress progress) {
        return new PromiseAssert<>(actual, progress);
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
     * Assertions on the actor behind a reference, in a system.
     *
     * @param reference to one actor, not to a group
     * @param progress of the system
     */
    public static ActorAssert assertThatActor(@Nullable Object reference, Progress progress) {
        return new ActorAssert(reference, progress);
    }
}
