// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.simulate;

import io.troupe.testkit.schedule.Strategy;
import java.util.Locale;

/** The strategies that the command line offers. */
enum StrategyKind {
    /** All others in turns. */
    PORTFOLIO,
    /** Any event with the same probability. */
    WALK,
    /** Messages take random times. */
    LATENCIES,
    /** Some actors and ways are slow for the whole run. */
    SLOW_LANES,
    /** Random priorities of senders and targets, PCT. */
    PRIORITIES,
    /** Random priorities of events, POS. */
    PARTIAL_ORDER,
    /** Events happen when they become possible. */
    FIRST_COME;

    private static final double TAIL = 1;
    private static final double HEAVY_TAIL = 0.25;
    private static final int DEPTH = 2;

    /**
     * The strategy.
     *
     * @param length events that a run has, about
     */
    Strategy strategy(long length) {
        return switch (this) {
            case PORTFOLIO -> Strategy.portfolio();
            case WALK -> new Strategy.Walk();
            case LATENCIES -> new Strategy.Latencies(TAIL);
            case SLOW_LANES -> new Strategy.SlowLanes(HEAVY_TAIL);
            case PRIORITIES -> new Strategy.Priorities(DEPTH, length);
            case PARTIAL_ORDER -> new Strategy.PartialOrder();
            case FIRST_COME -> new Strategy.FirstCome();
        };
    }

    /** As it is written on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
