// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import io.troupe.core.promise.Settled;
import org.jspecify.annotations.Nullable;

/**
 * How a settled promise keeps its outcome in one word: the value itself, a wrapper around it where it could be mistaken
 * (null, or a listener), or a failure.
 */
final class OutcomeCodec {
    private static final Object NULL = new Wrapped(null);

    private OutcomeCodec() {}

    static Object value(@Nullable Object value) {
        if (value == null) {
            return NULL;
        }
        if (value instanceof ActorObject actor) {
            return actor.reference();
        }
        return value instanceof SettleListener || value instanceof Wrapped || value instanceof Failure
                ? new Wrapped(value)
                : value;
    }

    static Object failure(Throwable cause) {
        return new Failure(cause);
    }

    /** A failure that somebody has dealt with already. */
    static Object handledFailure(Throwable cause) {
        Failure failure = new Failure(cause);
        failure.seen = true;
        return failure;
    }

    /** The same outcome for one more promise: each one notes on its own whether somebody has looked at its failure. */
    static Object copy(Object outcome) {
        return outcome instanceof Failure failure ? new Failure(failure.cause) : outcome;
    }

    /** Notes that somebody has looked at the outcome, if it is a failure. */
    static void see(Object outcome) {
        if (outcome instanceof Failure failure && !failure.seen) {
            failure.seen = true;
        }
    }

    /** Whether there is nothing left to look at: it is no failure, or {@link #see} was called. */
    static boolean isSeen(Object outcome) {
        return !(outcome instanceof Failure failure) || failure.seen;
    }

    static Throwable requireCause(Object outcome) {
        return ((Failure) outcome).cause;
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

    /** Belongs to one promise. */
    private static final class Failure {
        private final Throwable cause;

        /** Whether somebody has looked at it since. Any thread sets it, the sweep of unhandled failures reads it. */
        private volatile boolean seen;

        Failure(Throwable cause) {
            this.cause = cause;
        }
    }
}
