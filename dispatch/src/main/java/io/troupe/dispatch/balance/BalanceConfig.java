// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balance;

import java.time.Duration;

/**
 * Settings of the balancer of an adaptive dispatcher. The defaults fit services; change them by {@code
 * BalanceConfig.defaults().window(…)}.
 *
 * @param overloadMessages a worker that has run so many messages, for a millisecond at least, without finding itself idle
 *     asks for help at once; 1 or more
 * @param window how often the workers are looked at while there is work; 1 ms to 10 s. Loads are averages over five windows
 * @param overloadShare a worker that was busy for this share of a window, while cells waited, is overloaded; more than 0, at
 *     most 1
 * @param hopNanos what a message between two workers costs more than one on the same worker, in nanoseconds; 0 or more
 * @param lambda weight of messages between workers against balance: 0 ignores who talks to whom, 1 counts a hop at its
 *     price; 0 to 100
 * @param minGain least gain for which anything is moved, as a share of the workers that run; more than 0, at most 1
 * @param movesPerSecond migration budget; a balancer that was quiet may spend that of five seconds at once; 1 or more
 * @param settle a cell that was moved stays where it is for this time; 0 or more
 * @param giveUpAfter a worker that the load has not needed for this time is given up; at least a window
 * @param warmUpMessages before so many messages (or 200 ms of work) no worker is added, as cold code looks like load; 0 or
 *     more
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

    /** Windows over which loads are averaged. */
    private static final int WINDOWS = 5;

    /** Checks the ranges. */
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

    /** Overloaded after 1000 messages; windows of 20 ms; 200 ns a hop; 2000 moves a second. */
    public static BalanceConfig defaults() {
        return DEFAULT;
    }

    /** With other rules for when a worker is overloaded. */
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

    /** With other windows. */
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

    /** With another price of messages between workers. */
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

    /** With another reluctance to move cells. */
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

    /** With another patience before workers are given up and, after the start, before they are added. */
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

    /** The window, in nanoseconds. */
    public long windowNanos() {
        return window.toNanos();
    }

    /** Time over which loads are averaged, five windows, in nanoseconds. */
    public long averageNanos() {
        return WINDOWS * window.toNanos();
    }

    /** What a message between workers costs more than one on the same worker, weighted by lambda, in seconds of a worker. */
    public double hopSeconds() {
        return lambda * hopNanos * 1e-9;
    }
}
