// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit;

import io.troupe.core.promise.Promise;
import io.troupe.core.promise.Settled;
import java.time.Duration;
import java.util.Objects;
import org.assertj.core.api.AbstractAssert;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ObjectAssert;
import org.jspecify.annotations.Nullable;

/**
 * Assertions on a promise. Checks that begin with {@code is} and {@code has} look at it as it is now; checks that begin
 * with {@code settles} and {@code stays} let the system go on before. For the thread of the test.
 *
 * @param <T> type of the promise's value
 */
public final class PromiseAssert<T> extends AbstractAssert<PromiseAssert<T>, Promise<T>> {
    private final Progress progress;

    PromiseAssert(@Nullable Promise<T> actual, Progress progress) {
        super(actual, PromiseAssert.class);
        this.progress = progress;
    }

    /** Lets the system go on until the promise has settled: as long as something is ready, or five seconds. */
    public PromiseAssert<T> settles() {
        return settlesWithin(progress.standardLimit());
    }

    /**
     * Lets the system go on until the promise has settled.
     *
     * @param limit by the clock of the system; a manual one is moved by at most that
     */
    public PromiseAssert<T> settlesWithin(Duration limit) {
        isNotNull();
        if (!progress.untilSettled(actual, limit)) {
            failWithMessage("promise must settle: promise=%s, limit=%s, %s", actual, limit, progress);
        }
        return this;
    }

    /**
     * Lets the system go on for that long; the promise must not settle.
     *
     * @param span by the clock of the system; a manual one is moved by that much
     */
    public PromiseAssert<T> staysPendingFor(Duration span) {
        isNotNull();
        if (progress.untilSettled(actual, span)) {
            failWithMessage("promise must stay pending: promise=%s, span=%s, %s", actual, span, progress);
        }
        return this;
    }

    /** There is neither a value nor a failure. */
    public PromiseAssert<T> isPending() {
        isNotNull();
        if (actual.isSettled()) {
            failWithMessage("promise must be pending: promise=%s", actual);
        }
        return this;
    }

    /** There is a value. */
    public PromiseAssert<T> isFulfilled() {
        fulfilled();
        return this;
    }

    /**
     * There is this value.
     *
     * @param expected compared by equals, arrays by their elements; may be null
     */
    public PromiseAssert<T> isFulfilledWith(@Nullable T expected) {
        T value = fulfilled().value();
        if (!Objects.deepEquals(value, expected)) {
            throw failureWithActualExpected(
                    value, expected, "promise must have the value: expected=%s, promise=%s", expected, actual);
        }
        return this;
    }

    /** There is a failure. */
    public PromiseAssert<T> isFailed() {
        cause();
        return this;
    }

    /**
     * There is a failure of this class.
     *
     * @param type class of the failure or above
     */
    public PromiseAssert<T> hasFailedWith(Class<? extends Throwable> type) {
        Throwable cause = cause();
        if (!type.isInstance(cause)) {
            throw withCause(failure("promise must have failed with %s: promise=%s", type.getName(), actual), cause);
        }
        return this;
    }

    /** Goes on with the value. */
    public ObjectAssert<T> value() {
        return Assertions.assertThat(fulfilled().value()).as(descriptionText());
    }

    /** Goes on with the failure. */
    public AbstractThrowableAssert<?, Throwable> failure() {
        return Assertions.assertThat(cause()).as(descriptionText());
    }

    private Settled<T> fulfilled() {
        Settled<T> outcome = outcome();
        Throwable cause = outcome.failure();
        if (cause != null) {
            throw withCause(failure("promise must be fulfilled: promise=%s", actual), cause);
        }
        return outcome;
    }

    private Throwable cause() {
        Throwable cause = outcome().failure();
        if (cause == null) {
            throw failure("promise must have failed: promise=%s", actual);
        }
        return cause;
    }

    private Settled<T> outcome() {
        isNotNull();
        if (!actual.isSettled()) {
            throw failure("promise must have settled: promise=%s, %s", actual, progress);
        }
        return PromiseResults.of(actual);
    }

    private static AssertionError withCause(AssertionError error, Throwable cause) {
        if (error.getCause() == null) {
            error.initCause(cause);
        }
        return error;
    }
}
