// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.actor;

import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;

/**
 * The rule for an actor that fails: for a tell, a timer task, a factory, a start hook or a continuation without a
 * listener that throws. (An ask that throws fails that call only: its caller has been told.) The mailbox and its order
 * are kept in all cases except stop.
 *
 * @param decider what to do for a failure; runs in the actor's turn
 * @param maxRestarts restarts allowed within the window, 0 or more; one more stops the actor
 * @param window of time in which restarts are counted, more than zero
 * @param minBackoff pause before a restart, zero or more; doubled with each restart in the window
 * @param maxBackoff longest pause, at least minBackoff
 */
public record Supervision(
        Function<Throwable, Decision> decider,
        int maxRestarts,
        Duration window,
        Duration minBackoff,
        Duration maxBackoff) {

    /** What to do with a failed actor. */
    public enum Decision {
        /** Go on with the next message, keeping the object. */
        RESUME,
        /** Make a new object; its timers and continuations end, its children are stopped. */
        RESTART,
        /** End it. */
        STOP,
        /** Stop it and let its parent fail with the same cause. */
        ESCALATE
    }

    private static final Supervision DEFAULT =
            restart(10, Duration.ofMinutes(1)).backoff(Duration.ofMillis(10), Duration.ofSeconds(3));

    /** Checks the ranges. */
    public Supervision {
        Objects.requireNonNull(decider, "decider");
        if (maxRestarts < 0) {
            throw new IllegalArgumentException("maxRestarts must not be negative: maxRestarts=" + maxRestarts);
        }
        if (window.isZero() || window.isNegative()) {
            throw new IllegalArgumentException("window must be more than zero: window=" + window);
        }
        if (minBackoff.isNegative()) {
            throw new IllegalArgumentException("minBackoff must not be negative: minBackoff=" + minBackoff);
        }
        if (maxBackoff.compareTo(minBackoff) < 0) {
            throw new IllegalArgumentException("maxBackoff must not be less than minBackoff: maxBackoff=" + maxBackoff
                    + ", minBackoff=" + minBackoff);
        }
    }

    /**
     * The default: up to 10 restarts within a minute, then stop. The pause before a restart is 10 ms at first and doubles
     * with each one in the window, up to 3 s, so that an actor whose start fails does not use its restarts up at once.
     */
    public static Supervision standard() {
        return DEFAULT;
    }

    /** Keep the object and go on. */
    public static Supervision resume() {
        return always(Decision.RESUME);
    }

    /** End the actor at its first failure. */
    public static Supervision stop() {
        return always(Decision.STOP);
    }

    /** Let the parent fail. */
    public static Supervision escalate() {
        return always(Decision.ESCALATE);
    }

    /** A new object, at once, at most so often within the window; then stop. */
    public static Supervision restart(int maxRestarts, Duration window) {
        return new Supervision(failure -> Decision.RESTART, maxRestarts, window, Duration.ZERO, Duration.ZERO);
    }

    /** The same with pauses before restarts, doubling from the first to the second. */
    public Supervision backoff(Duration min, Duration max) {
        return new Supervision(decider, maxRestarts, window, min, max);
    }

    /** The same with another choice of what to do for which failure. */
    public Supervision decide(Function<Throwable, Decision> newDecider) {
        return new Supervision(newDecider, maxRestarts, window, minBackoff, maxBackoff);
    }

    private static Supervision always(Decision decision) {
        return new Supervision(
                failure -> decision, Integer.MAX_VALUE, Duration.ofMinutes(1), Duration.ZERO, Duration.ZERO);
    }
}
