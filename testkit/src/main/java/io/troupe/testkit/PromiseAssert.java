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
 * Assertions on a promise. Checks that begin with {@code is} and {@code has} look at the promise as it is now; checks that
 * begin with {@code settles} and {@code stays} let the system go on before. All throw an {@code AssertionError} if they
 * fail, also for null. For the thread of the test.
 *
 * @param <T> type of the promise's value
 */
public final class PromiseAssert<T> extends AbstractAssert<PromiseAssert<T>, Promise<T>> {
    private final Progress progress;

    PromiseAssert(@Nullable Promise<T> actual, Progress progress) {
        super(actual, PromiseAssert.class);
        this.progress = progress;
    }

    /**
     * Lets the system go on until the promise has settled: as long as something is ready, or five seconds.
     *
     * @return these assertions
     */
    public PromiseAssert<T> settles() {
        return settlesWithin(progress.standardLimit());
    }

    /**
     * Lets the system go on until the promise has settled.
     *
     * @param limit by the clock of the system, zero or more; a manual clock is moved by at most that
     * @return these assertions
     * @throws IllegalArgumentException if the limit is negative
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
     * @param span by the clock of the system, zero or more; a manual clock is moved by that much
     * @return these assertions
     * @throws IllegalArgumentException if the span is negative
     */
    public PromiseAssert<T> staysPendingFor(Duration span) {
        isNotNull();
        if (progress.untilSettled(actual, span)) {
            failWithMessage("promise must stay pending: promise=%s, span=%s, %s", actual, span, progress);
        }
        return this;
    }

    /**
     * Checks that there is neither a value nor a failure.
     *
     * @return these assertions
     */
    public PromiseAssert<T> isPending() {
        isNotNull();
        if (actual.isSettled()) {
            failWithMessage("promise must be pending: promise=%s", actual);
        }
        return this;
    }

    /**
     * Checks that there is a value, which may be null.
     *
     * @return these assertions
     */
    public PromiseAssert<T> isFulfilled() {
        fulfilled();
        return this;
    }

    /**
     * Checks that there is this value.
     *
     * @param expected compared by equals, arrays by their elements; may be null
     * @return these assertions
     */
    public PromiseAssert<T> isFulfilledWith(@Nullable T expected) {
        T value = fulfilled().value();
        if (!Objects.deepEquals(value, expected)) {
            throw failureWithActualExpected(
                    value, expected, "promise must have the value: expected=%s, promise=%s", expected, actual);
        }
        return this;
    }

    /**
     * Checks that there is a failure.
     *
     * @return these assertions
     */
    public PromiseAssert<T> isFailed() {
        cause();
        return this;
    }

    /**
     * Checks that there is a failure of this class.
     *
     * @param type class of the failure or a superclass
     * @return these assertions
     */
    public PromiseAssert<T> hasFailedWith(Class<? extends Throwable> type) {
        Throwable cause = cause();
        if (!type.isInstance(cause)) {
            throw withCause(failure("promise must have failed with %s: promise=%s", type.getName(), actual), cause);
        }
        return this;
    }

    /**
     * Goes on with the value, after a check that there is one.
     *
     * @return AssertJ's assertions on the value
     */
    public ObjectAssert<T> value() {
        return Assertions.assertThat(fulfilled().value()).as(descriptionText());
    }

    /**
     * Goes on with the failure, after a check that there is one.
     *
     * @return AssertJ's assertions on the exception or error
     */
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
