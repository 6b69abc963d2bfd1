// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit;

import io.troupe.core.host.ActorControl;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.assertj.core.api.AbstractAssert;
import org.jspecify.annotations.Nullable;

/**
 * Assertions on the actor behind a reference. Checks that begin with {@code is} and {@code has} look at the actor as it is
 * now; {@code stops} and {@code drains} let the system go on before. All throw an {@code AssertionError} if they fail, also
 * for null, and an {@code IllegalArgumentException} if the object is no reference to one actor. For the thread of the test.
 */
public final class ActorAssert extends AbstractAssert<ActorAssert, Object> {
    private static final int MOST_COUNTED = 100_000;

    private final Progress progress;

    ActorAssert(@Nullable Object reference, Progress progress) {
        super(reference, ActorAssert.class);
        this.progress = progress;
    }

    /**
     * Checks that the actor has ended.
     *
     * @return these assertions
     */
    public ActorAssert isStopped() {
        return check(control().isStopped(), "actor must have stopped");
    }

    /**
     * Checks that the actor has not ended.
     *
     * @return these assertions
     */
    public ActorAssert isRunning() {
        return check(!control().isStopped(), "actor must not have stopped");
    }

    /**
     * Checks that no message waits; the one at work does not count.
     *
     * @return these assertions
     */
    public ActorAssert hasEmptyMailbox() {
        return hasDepth(0);
    }

    /**
     * Checks that so many messages wait; the one at work does not count.
     *
     * @param expected number of messages, 0 or more
     * @return these assertions
     * @throws IllegalArgumentException if the number is negative
     */
    public ActorAssert hasDepth(int expected) {
        if (expected < 0) {
            throw new IllegalArgumentException("depth must be 0 or more: depth=" + expected);
        }
        int depth = control().depth(Math.max(MOST_COUNTED, expected + 1));
        if (depth != expected) {
            throw failureWithActualExpected(
                    depth,
                    expected,
                    "mailbox must have the depth: expected=%s, depth=%s, actor=%s",
                    expected,
                    depth,
                    actual);
        }
        return this;
    }

    /**
     * Lets the system go on until the actor has ended: as long as something is ready, or five seconds.
     *
     * @return these assertions
     */
    public ActorAssert stops() {
        return stopsWithin(progress.standardLimit());
    }

    /**
     * Lets the system go on until the actor has ended.
     *
     * @param limit by the clock of the system, zero or more; a manual clock is moved by at most that
     * @return these assertions
     * @throws IllegalArgumentException if the limit is negative
     */
    public ActorAssert stopsWithin(Duration limit) {
        return goOn(control()::isStopped, limit, "actor must stop");
    }

    /**
     * Lets the system go on until no message waits: as long as something is ready, or five seconds.
     *
     * @return these assertions
     */
    public ActorAssert drains() {
        return drainsWithin(progress.standardLimit());
    }

    /**
     * Lets the system go on until no message waits.
     *
     * @param limit by the clock of the system, zero or more; a manual clock is moved by at most that
     * @return these assertions
     * @throws IllegalArgumentException if the limit is negative
     */
    public ActorAssert drainsWithin(Duration limit) {
        ActorControl control = control();
        return goOn(() -> control.depth(1) == 0, limit, "mailbox must become empty");
    }

    private ActorAssert goOn(BooleanSupplier condition, Duration limit, String rule) {
        if (!progress.until(condition, limit)) {
            failWithMessage("%s: actor=%s, limit=%s, %s", rule, actual, limit, progress);
        }
        return this;
    }

    private ActorAssert check(boolean holds, String rule) {
        if (!holds) {
            failWithMessage("%s: actor=%s, %s", rule, actual, progress);
        }
        return this;
    }

    private ActorControl control() {
        isNotNull();
        return ActorControl.of(actual);
    }
}
