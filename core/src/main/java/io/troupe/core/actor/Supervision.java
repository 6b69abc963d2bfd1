// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.actor;

import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;

/**
 * The rule for what happens when an actor fails, given in its options. An actor fails if a tell, a timer task, a factory, a
 * start hook or a continuation without a listener throws. (An ask that throws fails that call only: its caller has been
 * told.) The mailbox and its order are kept, unless the decision ends the actor. An error of the virtual machine, as when there
 * is no memory, stops the actor without asking the decider: the object may be broken in ways that it cannot know.
 *
 * @param decider chooses the decision for a failure, in the actor's turn; if it throws or returns null, the actor stops
 * @param maxRestarts restarts allowed within the window, 0 or more; one more stops the actor
 * @param window time in which restarts are counted, more than zero
 * @param minBackoff pause before a restart, zero or more; doubled with each restart in the window
 * @param maxBackoff longest pause, at least minBackoff
 */
public record Supervision(
        Function<Throwable, Decision> decider,
        int maxRestarts,
        Duration window,
        Duration minBackoff,
        Duration maxBackoff) {

    /** The answer to a failure: what becomes of the actor. */
    public enum Decision {
        /** Go on with the next message, keeping the object. */
        RESUME,
        /** Make a new object; the timers and continuations of the old one end, the children are stopped. */
        RESTART,
        /** End it. */
        STOP,
        /** End it and let its parent fail with the same cause; a top actor has no parent and just ends. */
        ESCALATE
    }

    private static final Supervision DEFAULT =
            restart(10, Duration.ofMinutes(1)).backoff(Duration.ofMillis(10), Duration.ofSeconds(3));

    /**
     * Checks the ranges.
     *
     * @param decider any
     * @param maxRestarts 0 or more
     * @param window more than zero
     * @param minBackoff zero or more
     * @param maxBackoff at least minBackoff
     * @throws IllegalArgumentException if a component is out of its range
     */
    public Supervision {
        Objects.requireNonNull(decider, "decider");
        Objects.requireNonNull(window, "window");
        Objects.requireNonNull(minBackoff, "minBackoff");
        Objects.requireNonNull(maxBackoff, "maxBackoff");
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
     * {@return the default: up to 10 restarts within a minute, then stop} The pause before a restart is 10 ms at first and
     * doubles with each one in the window, up to 3 s, so that an actor whose start fails does not use its restarts up at
     * once.
     */
    public static Supervision standard() {
        return DEFAULT;
    }

    /** {@return the rule to keep the object and go on with the next message, after any failure} */
    public static Supervision resume() {
        return always(Decision.RESUME);
    }

    /** {@return the rule to end the actor at its first failure} */
    public static Supervision stop() {
        return always(Decision.STOP);
    }

    /** {@return the rule to end the actor at its first failure and let its parent fail} */
    public static Supervision escalate() {
        return always(Decision.ESCALATE);
    }

    /**
     * {@return the rule to restart the actor without a pause, and to stop it when that happens too often}
     *
     * @param maxRestarts restarts allowed within the window, 0 or more; one more stops the actor
     * @param window time in which restarts are counted, more than zero
     * @throws IllegalArgumentException if the number is negative or the window is not more than zero
     */
    public static Supervision restart(int maxRestarts, Duration window) {
        return new Supervision(failure -> Decision.RESTART, maxRestarts, window, Duration.ZERO, Duration.ZERO);
    }

    /**
     * {@return a copy with pauses before restarts, which double with each restart in the window}
     *
     * @param min first pause, zero or more; zero: no pauses
     * @param max longest pause, at least the first one
     * @throws IllegalArgumentException if the first pause is negative, or the longest is less than the first
     */
    public Supervision backoff(Duration min, Duration max) {
        return new Supervision(decider, maxRestarts, window, min, max);
    }

    /**
     * {@return a copy that decides by the failure}
     *
     * @param newDecider chooses the decision for a failure, in the actor's turn; if it throws or returns null, the actor
     *     stops
     */
    public Supervision decide(Function<Throwable, Decision> newDecider) {
        return new Supervision(newDecider, maxRestarts, window, minBackoff, maxBackoff);
    }

    private static Supervision always(Decision decision) {
        return new Supervision(
                failure -> decision, Integer.MAX_VALUE, Duration.ofMinutes(1), Duration.ZERO, Duration.ZERO);
    }
}
