// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp;

import io.troupe.bench.harness.Tool;
import io.troupe.bench.machine.Environment;
import io.troupe.bench.machine.Probe;
import io.troupe.bench.process.BenchLock;
import io.troupe.bench.report.Json;
import io.troupe.bench.sp.measure.Outcome;
import io.troupe.bench.sp.report.SpJson;
import io.troupe.bench.sp.report.SpResults;
import io.troupe.bench.sp.report.SpTable;
import io.troupe.bench.sp.stack.Program;
import io.troupe.bench.sp.stack.SpStack;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Compares libraries of sockets. {@code --help} says how to call it. */
public final class SpMain {
    private static final int FAILED = 1;

    private final SpOptions options;
    private final SpResults results = new SpResults();
    private int done;
    private boolean failed;

    SpMain(SpOptions options) {
        this.options = options;
    }

    /** Measures, prints and writes. */
    public static void main(String[] args) {
        tool().start(args);
    }

    /** The program, for its start and for tests. */
    public static Tool tool() {
        return new Tool(SpMain.class, SpOptions.HELP, SpOptions.DEFAULTS, arguments -> {
            SpOptions options = SpOptions.of(arguments);
            return () -> locked(options);
        });
    }

    private static int locked(SpOptions options) throws IOException, InterruptedException {
        BenchLock lock = BenchLock.take();
        try {
            return new SpMain(options).run();
        } finally {
            lock.close();
        }
    }

    /** The exit code. */
    int run() throws IOException, InterruptedException {
        Environment machine = Probe.here().ofProgram(options.jvm());
        Map<SpStack, Program> programs = new LinkedHashMap<>();
        for (SpStack stack : options.stacks()) {
            Program program = stack.program();
            programs.put(stack, program);
            if (!program.missing().isEmpty()) {
                System.err.println(stack.name() + ": " + program.missing());
            }
            results.stack(stack, program.missing());
        }
        for (int round = 1; round <= options.forks(); round++) {
            for (Cell cell : options.cells()) {
                for (SpStack stack : options.stacks()) {
                    measure(round, stack, programs.getOrDefault(stack, Program.virtualMachine()), cell);
                }
            }
            save(machine);
        }
        List<String> labels = options.cells().stream().map(Cell::label).toList();
        System.out.print(machine.lines());
        System.out.print(new SpTable(results).text(labels));
        return failed ? FAILED : 0;
    }

    /** After each round: a run that is stopped leaves the rounds that it had. */
    private void save(Environment machine) throws IOException {
        if (!options.json().isEmpty()) {
            Json.write(
                    Path.of(options.json()),
                    SpJson.text(machine, results, options.forks(), options.warmUp(), options.window()));
        }
    }

    private void measure(int round, SpStack stack, Program program, Cell cell)
            throws IOException, InterruptedException {
        done++;
        if (!program.missing().isEmpty()) {
            return;
        }
        if (!stack.offers(cell.pattern(), cell.transport(), cell.threads())) {
            results.notOffered(stack, cell.label());
            return;
        }
        int all = options.forks() * options.cells().size() * options.stacks().size();
        String what = String.format("[%d/%d] round %d, %s, %s: ", done, all, round, cell.label(), stack.name());
        try {
            Outcome outcome = new Measurement(options, stack, program, cell).run();
            results.add(stack, cell.label(), outcome);
            System.err.println(what + SpTable.brief(outcome));
        } catch (IllegalStateException | IllegalArgumentException e) {
            failed = true;
            System.err.println(what + "failed, " + e.getMessage());
        }
    }
}
