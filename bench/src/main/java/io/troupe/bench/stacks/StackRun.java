// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.stacks;

import io.troupe.bench.machine.Environment;
import io.troupe.bench.machine.Probe;
import io.troupe.bench.process.BenchLock;
import io.troupe.bench.results.Json;
import io.troupe.bench.results.Result;
import io.troupe.bench.results.ResultFile;
import io.troupe.bench.results.Results;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures all steps in every round, so that stacks take turns and a machine that gets slower is slower for all. After each round
 * the results are saved: a run that is stopped leaves the rounds that it had. Holds the lock of all measurements. One thread.
 */
public final class StackRun {
    private static final int FAILED = 1;

    private final StackOptions options;
    private final Map<String, String> about;
    private final List<Step> steps;
    private final Map<Step, Results> measured = new LinkedHashMap<>();
    private int done;
    private boolean failed;

    /**
     * For one run.
     *
     * @param options rounds, lengths and files
     * @param about how the stacks are set up, by name; may have nothing about some
     * @param steps of each round, in order
     */
    public StackRun(StackOptions options, Map<String, String> about, List<Step> steps) {
        this.options = options;
        this.about = new LinkedHashMap<>(about);
        this.steps = List.copyOf(steps);
    }

    /**
     * Measures, prints and writes.
     *
     * @return the exit code of the program
     */
    public int run() throws IOException, InterruptedException {
        Environment machine = Probe.here().ofProgram(options.jvm());
        BenchLock lock = BenchLock.take();
        try {
            for (int round = 1; round <= options.forks(); round++) {
                for (Step step : steps) {
                    measure(round, step);
                }
                save(machine);
            }
        } finally {
            lock.close();
        }
        System.out.print(machine.lines());
        System.out.print(new StackTable(steps, measured).text());
        about.forEach((stack, words) -> System.out.printf("%-15s %s%n", stack, words));
        return failed ? FAILED : 0;
    }

    private void measure(int round, Step step) throws IOException, InterruptedException {
        done++;
        if (step.isAbsent()) {
            return;
        }
        String what = String.format(
                "[%d/%d] round %d, %s, %s: ", done, options.forks() * steps.size(), round, step.cell(), step.stack());
        try {
            Result result = step.measurement().measure();
            measured.merge(step, Results.of(Map.of(), List.of(result), List.of()), Results::and);
            System.err.println(what + StackTable.brief(result));
        } catch (IllegalStateException | IllegalArgumentException e) {
            failed = true;
            System.err.println(what + "failed, " + e.getMessage());
        }
    }

    private void save(Environment machine) throws IOException {
        if (!options.json().isEmpty()) {
            Json.write(Path.of(options.json()), ResultFile.text(results(machine)));
        }
    }

    private Results results(Environment machine) {
        Map<String, String> facts = new LinkedHashMap<>(machine.facts());
        about.forEach((stack, words) -> facts.put("stack " + stack, words));
        List<String> marks = new ArrayList<>(machine.sentences());
        steps.stream()
                .filter(Step::isAbsent)
                .map(step -> step.stack() + " was not measured in " + step.cell() + ": " + step.absence())
                .forEach(marks::add);
        for (Step step : steps) {
            int rounds = measured.getOrDefault(step, Results.NONE).results().stream()
                    .mapToInt(result -> result.samples().forks())
                    .sum();
            if (!step.isAbsent() && rounds < options.forks()) {
                marks.add(step.stack() + " in " + step.cell() + ": only " + rounds + " of " + options.forks()
                        + " rounds");
            }
        }
        Results all = Results.of(facts, List.of(), marks);
        for (Results step : measured.values()) {
            all = all.and(step);
        }
        return all;
    }
}
