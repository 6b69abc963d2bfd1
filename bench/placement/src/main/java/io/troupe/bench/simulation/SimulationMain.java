// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.simulation;

import io.troupe.bench.harness.Arguments;
import io.troupe.bench.harness.Tool;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Simulates schedulers with up to 64 workers on any machine. {@code --help} says how to call it. */
public final class SimulationMain {
    private static final int MOST_WORKERS = 1024;

    private final List<Integer> workers;
    private final List<String> scenarios;
    private final int seed;
    private final boolean json;

    private SimulationMain(Arguments arguments) {
        workers = arguments.list("workers").stream().map(SimulationMain::count).toList();
        scenarios = arguments.text("scenarios").isEmpty() ? scenarios() : arguments.someOf("scenarios", scenarios());
        seed = arguments.number("seed", Integer.MIN_VALUE, Integer.MAX_VALUE);
        json = arguments.flag("json");
    }

    /** Runs the program. */
    public static void main(String[] args) {
        tool().start(args);
    }

    /** The program, for its start and for tests. */
    public static Tool tool() {
        return new Tool(
                SimulationMain.class,
                help(),
                Map.of("workers", "2,4,8,16,32,64", "scenarios", "", "seed", "1", "json", "false"),
                arguments -> new SimulationMain(arguments)::run);
    }

    private static String help() {
        return String.format(
                Locale.ROOT,
                """
            Compares schedulers in simulated time, under the balancer that the adaptive dispatcher runs.
              --workers    numbers of workers, with commas
              --scenarios  some of the scenarios, with commas: %s; default: all
              --seed       the same seed gives the same result
              --json       one line of JSON per run instead of tables
              --help       this text
            """,
                String.join(", ", scenarios()));
    }

    private static List<String> scenarios() {
        return Scenarios.all(2).stream().map(scenario -> scenario.name).toList();
    }

    private static int count(String text) {
        int count = text.matches("[0-9]{1,4}") ? Integer.parseInt(text) : 0;
        if (count < 1 || count > MOST_WORKERS) {
            throw new IllegalArgumentException(
                    "workers must be numbers from 1 to " + MOST_WORKERS + ", with commas: workers=" + text);
        }
        return count;
    }

    private int run() {
        List<Comparison> comparisons = new ArrayList<>();
        for (int count : workers) {
            for (Scenario scenario : Scenarios.all(count)) {
                if (scenarios.contains(scenario.name)) {
                    long begin = System.nanoTime();
                    comparisons.add(Comparison.of(scenario, seed));
                    double seconds = (System.nanoTime() - begin) / 1e9;
                    System.err.println(
                            String.format(Locale.ROOT, "%s, %d workers: %.1f s", scenario.name, count, seconds));
                }
            }
        }
        System.out.print(json ? Report.json(comparisons) : Report.tables(comparisons));
        return 0;
    }
}
