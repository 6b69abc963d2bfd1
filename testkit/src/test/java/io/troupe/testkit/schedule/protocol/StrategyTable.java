// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule.protocol;

import io.troupe.testkit.schedule.Realism;
import io.troupe.testkit.schedule.Simulator;
import io.troupe.testkit.schedule.Strategy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Prints how many of a thousand schedules fail, for each small protocol and strategy. Arguments: schedules, repaired, portfolio only. */
public final class StrategyTable {
    private StrategyTable() {}

    /** Prints the table. */
    public static void main(String[] arguments) {
        int schedules = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 2000;
        boolean repaired = arguments.length > 1 && Boolean.parseBoolean(arguments[1]);
        Map<String, Strategy> strategies = new LinkedHashMap<>();
        strategies.put("portfolio", Strategy.portfolio());
        strategies.put("with length", new Strategy.Portfolio(40));
        if (arguments.length < 3) {
            add(strategies);
        }
        print(strategies, schedules, repaired);
    }

    private static void add(Map<String, Strategy> strategies) {
        strategies.put("walk", new Strategy.Walk());
        strategies.put("POS", new Strategy.PartialOrder());
        strategies.put("slow 1", new Strategy.SlowLanes(1));
        strategies.put("slow .5", new Strategy.SlowLanes(0.5));
        strategies.put("slow .25", new Strategy.SlowLanes(0.25));
        strategies.put("PCT 1", new Strategy.Priorities(1, 40));
        strategies.put("PCT 2", new Strategy.Priorities(2, 40));
        strategies.put("PCT 3", new Strategy.Priorities(3, 40));
        strategies.put("PCT 5", new Strategy.Priorities(5, 40));
        strategies.put("Pareto 2", new Strategy.Latencies(2));
        strategies.put("Pareto 1", new Strategy.Latencies(1));
        strategies.put("Pareto .5", new Strategy.Latencies(0.5));
        for (Map.Entry<String, Strategy> entry : List.copyOf(strategies.entrySet())) {
            if (!(entry.getValue() instanceof Strategy.Portfolio)) {
                strategies.put(entry.getKey() + " p", new Strategy.PromptTurns(entry.getValue()));
            }
        }
    }

    private static void print(Map<String, Strategy> strategies, int schedules, boolean repaired) {
        System.out.printf("%-12s", "");
        for (SmallProtocol protocol : SmallProtocol.values()) {
            System.out.printf("%16.15s", protocol.name().toLowerCase(java.util.Locale.ROOT));
        }
        System.out.println();
        strategies.forEach((name, strategy) -> {
            StringBuilder line = new StringBuilder(String.format("%-12s", name));
            long begin = System.nanoTime();
            for (SmallProtocol protocol : SmallProtocol.values()) {
                double failing = failing(protocol, strategy, schedules, repaired);
                line.append(String.format("%16.1f", 1000 * failing / schedules));
            }
            double seconds = (System.nanoTime() - begin) / 1e9;
            long rate = Math.round(schedules * SmallProtocol.values().length / seconds);
            System.out.println(line + "   " + rate + " schedules/s");
        });
    }

    private static double failing(SmallProtocol protocol, Strategy strategy, int schedules, boolean repaired) {
        int failing = 0;
        for (long seed = 0; seed < schedules; seed++) {
            try (Simulator simulator = Simulator.of(seed, strategy, Realism.FLIGHTS_AND_TIME)) {
                if (!protocol.holds(simulator, repaired)) {
                    failing++;
                }
            }
        }
        return failing;
    }
}
