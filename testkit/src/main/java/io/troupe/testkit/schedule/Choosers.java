// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

/** Puts strategies to work. */
final class Choosers {
    private static final double MILLISECOND = 1e6;

    /** How far timers may be away that are worth a race, in milliseconds, by chance. */
    private static final double[] HORIZONS = {100, 1_000, 10_000, 1_000_000};

    /** The shortest latencies, in milliseconds, by chance. */
    private static final double[] UNITS = {0.01, 0.1, 1, 10, 100};

    /** What time counts for in a walk, by chance. */
    private static final double[] WEIGHTS = {1, 4};

    private Choosers() {}

    static Chooser of(Strategy strategy, long seed) {
        Strategy chosen = strategy instanceof Strategy.Portfolio portfolio ? portfolio.of(seed) : strategy;
        if (chosen instanceof Strategy.PromptTurns prompt) {
            return new PromptChooser(of(prompt.others(), seed));
        }
        Chance chance = Chance.of(seed, "schedule");
        double horizon = HORIZONS[chance.below(HORIZONS.length)] * MILLISECOND;
        double unit = UNITS[chance.below(UNITS.length)] * MILLISECOND;
        if (chosen instanceof Strategy.Walk) {
            return new WalkChooser(chance, horizon, WEIGHTS[chance.below(WEIGHTS.length)]);
        }
        if (chosen instanceof Strategy.Latencies latencies) {
            return new LatencyChooser(chance, latencies.alpha(), false, unit);
        }
        if (chosen instanceof Strategy.SlowLanes lanes) {
            return new LatencyChooser(chance, lanes.alpha(), true, unit);
        }
        if (chosen instanceof Strategy.Priorities priorities) {
            return new PriorityChooser(chance, priorities.depth(), priorities.length(), horizon);
        }
        return chosen instanceof Strategy.PartialOrder
                ? new PartialOrderChooser(chance, horizon)
                : new FirstComeChooser();
    }
}
