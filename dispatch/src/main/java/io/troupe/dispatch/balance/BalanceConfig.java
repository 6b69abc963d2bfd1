// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balance;

import java.time.Duration;

/**
 * Settings of the balancer of an adaptive dispatcher. The defaults fit services; change them by {@code
 * BalanceConfig.defaults().window(…)}. Immutable.
 *
 * @param overloadMessages number of messages after which a worker asks for help at once, if it has worked on them for a
 *     millisecond without being idle; 1 or more, 1000 by default. After two milliseconds without rest it asks in any case
 * @param window time between two looks at the workers while there is work; 1 ms to 10 s, 20 ms by default. Loads are
 *     averages over five windows
 * @param overloadShare share of a window from which a worker counts as overloaded, if it was busy that long while actors
 *     waited; more than 0, at most 1; 0.9 by default
 * @param hopNanos additional cost of a message between two workers over one on the same worker, in nanoseconds; 0 or more,
 *     200 by default
 * @param lambda weight of messages between workers against balance, 0 to 100: 0 ignores who talks to whom, 1 (the default)
 *     counts a hop at its price
 * @param minGain least gain for which an actor moves, as a share of the workers that run; more than 0, at most 1; 0.02 by
 *     default
 * @param movesPerSecond migration budget; 1 or more, 2000 by default. After quiet seconds the balancer may spend up to five
 *     of them at once
 * @param settle time for which an actor that has moved stays where it is; 0 or more, 500 ms by default
 * @param giveUpAfter time after which a worker that the load has not needed is given up; at least a window, 2 s by default
 * @param warmUpMessages number of messages before which no worker is added, as cold code looks like load; 0 or more, 10,000
 *     by default. 200 ms of work end the warm-up, too
 */
public record BalanceConfig(
        int overloadMessages,
        Duration window,
        double overloadShare,
        int hopNanos,
        double lambda,
        double minGain,
        int movesPerSecond,
        Duration settle,
        Duration giveUpAfter,
        int warmUpMessages) {
    private static final BalanceConfig DEFAULT = new BalanceConfig(
            1000,
            Duration.ofMillis(20),
            0.9,
            200,
            1.0,
            0.02,
            2000,
            Duration.ofMillis(500),
            Duration.ofSeconds(2),
            10_000);

    /**
     * Checks the ranges.
     *
     * @param overloadMessages 1 or more
     * @param window 1 ms to 10 s
     * @param overloadShare more than 0, at most 1
     * @param hopNanos 0 or more
     * @param lambda 0 to 100
     * @param minGain more than 0, at most 1
     * @param movesPerSecond 1 or more
     * @param settle zero or more
     * @param giveUpAfter a window or more
     * @param warmUpMessages 0 or more
     * @throws IllegalArgumentException if a value is out of its range
     */
    public BalanceConfig {
        atLeast(1, "overloadMessages", overloadMessages);
        atLeast(0, "hopNanos", hopNanos);
        atLeast(1, "movesPerSecond", movesPerSecond);
        atLeast(0, "warmUpMessages", warmUpMessages);
        share("overloadShare", overloadShare);
        share("minGain", minGain);
        if (!(lambda >= 0 && lambda <= 100)) {
            throw new IllegalArgumentException("lambda must be between 0 and 100: lambda=" + lambda);
        }
        if (window.compareTo(Duration.ofMillis(1)) < 0 || window.compareTo(Duration.ofSeconds(10)) > 0) {
            throw new IllegalArgumentException("window must be between 1 ms and 10 s: window=" + window);
        }
        if (settle.isNegative()) {
            throw new IllegalArgumentException("settle must not be negative: settle=" + settle);
        }
        if (giveUpAfter.compareTo(window) < 0) {
            throw new IllegalArgumentException(
                    "giveUpAfter must not be less than window: giveUpAfter=" + giveUpAfter + ", window=" + window);
        }
    }

    private static void atLeast(int limit, String name, int value) {
        if (value < limit) {
            throw new IllegalArgumentException(name + " must be at least " + limit + ": " + name + "=" + value);
        }
    }

    private static void share(String name, double value) {
        if (!(value > 0 && value <= 1)) {
            throw new IllegalArgumentException(name + " must be more than 0 and at most 1: " + name + "=" + value);
        }
    }

    /** {@return the usual settings: overloaded after 1000 messages, windows of 20 ms, 200 ns a hop, 2000 moves a second} */
    public static BalanceConfig defaults() {
        return DEFAULT;
    }

    /**
     * These settings with other rules for when a worker is overloaded.
     *
     * @param messages as {@link #overloadMessages()}: 1 or more
     * @param share as {@link #overloadShare()}: more than 0, at most 1
     * @return a copy with the rules
     * @throws IllegalArgumentException if a value is out of its range
     */
    public BalanceConfig overload(int messages, double share) {
        return new BalanceConfig(
                messages,
                window,
                share,
                hopNanos,
                lambda,
                minGain,
                movesPerSecond,
                settle,
                giveUpAfter,
                warmUpMessages);
    }

    /**
     * These settings with another window.
     *
     * @param newWindow time between two looks at the workers; 1 ms to 10 s, and at most {@link #giveUpAfter()}
     * @return a copy with the window
     * @throws IllegalArgumentException if the time is out of its range
     */
    public BalanceConfig window(Duration newWindow) {
        return new BalanceConfig(
                overloadMessages,
                newWindow,
                overloadShare,
                hopNanos,
                lambda,
                minGain,
                movesPerSecond,
                settle,
                giveUpAfter,
                warmUpMessages);
    }

    /**
     * These settings with another price of messages between workers.
     *
     * @param nanos as {@link #hopNanos()}: nanoseconds, 0 or more
     * @param weight as {@link #lambda()}: 0 to 100
     * @return a copy with the price
     * @throws IllegalArgumentException if a value is out of its range
     */
    public BalanceConfig hops(int nanos, double weight) {
        return new BalanceConfig(
                overloadMessages,
                window,
                overloadShare,
                nanos,
                weight,
                minGain,
                movesPerSecond,
                settle,
                giveUpAfter,
                warmUpMessages);
    }

    /**
     * These settings with other limits for moves of actors.
     *
     * @param leastGain as {@link #minGain()}: more than 0, at most 1
     * @param perSecond as {@link #movesPerSecond()}: 1 or more
     * @param settleTime as {@link #settle()}: 0 or more
     * @return a copy with the limits
     * @throws IllegalArgumentException if a value is out of its range
     */
    public BalanceConfig moves(double leastGain, int perSecond, Duration settleTime) {
        return new BalanceConfig(
                overloadMessages,
                window,
                overloadShare,
                hopNanos,
                lambda,
                leastGain,
                perSecond,
                settleTime,
                giveUpAfter,
                warmUpMessages);
    }

    /**
     * These settings with another patience before workers are given up and, after the start, before they are added.
     *
     * @param idle as {@link #giveUpAfter()}: a window or more
     * @param coldMessages as {@link #warmUpMessages()}: 0 or more
     * @return a copy with the patience
     * @throws IllegalArgumentException if a value is out of its range
     */
    public BalanceConfig patience(Duration idle, int coldMessages) {
        return new BalanceConfig(
                overloadMessages,
                window,
                overloadShare,
                hopNanos,
                lambda,
                minGain,
                movesPerSecond,
                settle,
                idle,
                coldMessages);
    }
}
