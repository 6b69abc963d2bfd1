// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.promise;

import org.jspecify.annotations.Nullable;

/**
 * How a settled promise keeps its outcome in one word: the value itself, a wrapper around it where it could be mistaken
 * (null, or a listener), or a failure.
 */
final class Outcomes {
    private static final Object NULL = new Wrapped(null);

    private Outcomes() {}

    static Object value(@Nullable Object value) {
        if (value == null) {
            return NULL;
        }
        if (value instanceof Referable actor) {
            return actor.reference();
        }
        return value instanceof Listener || value instanceof Wrapped || value instanceof Failure
                ? new Wrapped(value)
                : value;
    }

    static Object failure(Throwable cause) {
        return new Failure(cause);
    }

    static @Nullable Throwable causeOf(Object outcome) {
        return outcome instanceof Failure failure ? failure.cause : null;
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals", "NullAway"
    }) // the promise that kept it knows its type
    static <T> T valueOf(Object outcome) {
        return (T) (outcome instanceof Wrapped wrapped ? wrapped.value : outcome);
    }

    static <T> Settled<T> settled(Object outcome) {
        Throwable cause = causeOf(outcome);
        return cause == null ? new Settled<>(valueOf(outcome), null) : new Settled<>(null, cause);
    }

    static String describe(@Nullable Object outcome) {
        if (outcome == null) {
            return "Promise[pending]";
        }
        Throwable cause = causeOf(outcome);
        return cause == null ? "Promise[" + valueOf(outcome) + "]" : "Promise[failed: " + cause + "]";
    }

    private record Wrapped(@Nullable Object value) {}

    private record Failure(Throwable cause) {}
}
