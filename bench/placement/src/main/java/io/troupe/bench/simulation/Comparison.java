// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.simulation;

import io.troupe.dispatch.balance.BalanceConfig;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The same scenario under every scheduler.
 *
 * @param scenario which
 * @param tallies by scheduler
 */
record Comparison(Scenario scenario, Map<String, Tally> tallies) {
    /** Runs them. */
    static Comparison of(Scenario scenario, long seed) {
        // There is no compiler to wait for.
        BalanceConfig config = BalanceConfig.defaults()
                .hops((int) scenario.hop, 1)
                .patience(BalanceConfig.defaults().giveUpAfter(), 0);
        Map<String, Tally> tallies = new LinkedHashMap<>();
        for (Scheduler scheduler : new Scheduler[] {
            new AdaptiveScheduler(config), new StealingScheduler(), FixedScheduler.random(), FixedScheduler.optimal()
        }) {
            tallies.put(scheduler.name(), new Machine(scenario, scheduler, seed).run());
        }
        tallies.put("single", single(scenario, seed));
        return new Comparison(scenario, tallies);
    }

    /** One worker takes as many times longer as there are workers: so a part of the messages will do. */
    private static Tally single(Scenario scenario, long seed) {
        long all = scenario.messages;
        boolean closed = all < Long.MAX_VALUE;
        if (closed) {
            scenario.messages = all / scenario.workers;
        }
        Tally tally = new Machine(scenario, FixedScheduler.single(), seed).run();
        if (closed) {
            scenario.messages = all;
            tally.makespan *= scenario.workers;
        }
        return tally;
    }

    Tally of(String scheduler) {
        Tally tally = tallies.get(scheduler);
        if (tally == null) {
            throw new IllegalArgumentException("no such scheduler: scheduler=" + scheduler);
        }
        return tally;
    }

    /** For bounded loads the time they took; for others what a message took. */
    private double makespan(String scheduler) {
        Tally tally = of(scheduler);
        return scenario.messages == Long.MAX_VALUE ? 1e9 / tally.throughput() : tally.makespan;
    }

    /** The best static placement is on one worker if talking costs more than help brings. */
    double makespanToOptimum(String scheduler) {
        return makespan(scheduler) / Math.min(makespan("optimal"), makespan("single"));
    }

    double makespanToStealing(String scheduler) {
        return makespan(scheduler) / makespan("stealing");
    }

    double cutToRandom(String scheduler) {
        return of(scheduler).cutShare() / Math.max(1e-9, of("random").cutShare());
    }

    /** Milliseconds. */
    double reaction(String scheduler) {
        double best = of("optimal").throughput();
        if (scenario.messages < Long.MAX_VALUE) {
            best = Math.max(best, scenario.messages * 1e9 / of("single").makespan);
        }
        return of(scheduler).reaction(best) / 1e6;
    }
}
