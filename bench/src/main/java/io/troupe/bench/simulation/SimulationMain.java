// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Simulates schedulers with up to 64 workers on any machine. {@code --help} says how to call it. */
public final class SimulationMain {
    private static final String HELP =
            """
            Compares schedulers in simulated time, under the balancer that the adaptive dispatcher runs.
              --workers 2,4,8,16,32,64   numbers of workers
              --scenarios skew,chatty    some of the scenarios; all by default
              --seed 1                   the same seed gives the same result
              --json                     one line of JSON per run instead of tables
              --help                     this text
            """;

    private final List<Integer> workers = new ArrayList<>(List.of(2, 4, 8, 16, 32, 64));
    private List<String> scenarios = List.of();
    private long seed = 1;
    private boolean json;

    private SimulationMain() {}

    /** Runs the program. */
    public static void main(String[] args) {
        SimulationMain program = new SimulationMain();
        if (!program.parse(List.of(args))) {
            return;
        }
        program.run();
    }

    private boolean parse(List<String> args) {
        for (int i = 0; i < args.size(); i++) {
            String option = args.get(i);
            boolean last = i + 1 == args.size();
            if (option.equals("--json")) {
                json = true;
            } else if (option.equals("--workers") && !last) {
                workers.clear();
                List.of(args.get(++i).split(",", -1)).forEach(number -> workers.add(Integer.valueOf(number)));
            } else if (option.equals("--scenarios") && !last) {
                scenarios = List.of(args.get(++i).split(",", -1));
            } else if (option.equals("--seed") && !last) {
                seed = Long.parseLong(args.get(++i));
            } else {
                System.out.print(HELP);
                return false;
            }
        }
        return true;
    }

    private void run() {
        List<Comparison> comparisons = new ArrayList<>();
        for (int count : workers) {
            for (Scenario scenario : Scenarios.all(count)) {
                if (scenarios.isEmpty() || scenarios.contains(scenario.name)) {
                    long begin = System.nanoTime();
                    comparisons.add(Comparison.of(scenario, seed));
                    double seconds = (System.nanoTime() - begin) / 1e9;
                    System.err.println(
                            String.format(Locale.ROOT, "%s, %d workers: %.1f s", scenario.name, count, seconds));
                }
            }
        }
        System.out.print(json ? Report.json(comparisons) : Report.tables(comparisons));
    }
}
