// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting;

import io.troupe.bench.harness.Tool;
import io.troupe.bench.machine.Environment;
import io.troupe.bench.machine.Probe;
import io.troupe.bench.process.BenchLock;
import io.troupe.bench.remoting.measure.Load;
import io.troupe.bench.remoting.measure.Run;
import io.troupe.bench.remoting.report.JsonReport;
import io.troupe.bench.remoting.report.Results;
import io.troupe.bench.remoting.report.Table;
import io.troupe.bench.remoting.stack.Stack;
import io.troupe.bench.report.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Compares remoting stacks between two processes. {@code --help} says how to call it. */
public final class RemotingMain {
    private static final int FAILED = 1;
    private static final String LIMIT = Stacks.names().get(0);
    /** Ours, once it is there: compared with the best of the others, not one of them. */
    private static final String OURS = "troupe";

    private final Options options;
    private final Results results = new Results();
    private int done;
    private boolean failed;

    private RemotingMain(Options options) {
        this.options = options;
    }

    /** Measures, prints and writes. */
    public static void main(String[] args) {
        tool().start(args);
    }

    /** The program, for its start and for tests. */
    public static Tool tool() {
        return new Tool(
                RemotingMain.class,
                Options.HELP,
                Options.DEFAULTS,
                arguments -> new RemotingMain(Options.of(arguments))::run);
    }

    private int run() throws IOException, InterruptedException {
        Environment machine = Probe.here().ofProgram(options.jvm());
        BenchLock lock = BenchLock.take();
        try {
            for (int round = 1; round <= options.forks(); round++) {
                for (Load load : options.loads()) {
                    for (Stack stack : options.stacks()) {
                        measure(round, stack, load);
                    }
                }
                save(machine);
            }
        } finally {
            lock.close();
        }
        List<String> stacks = options.stacks().stream().map(Stack::name).toList();
        List<String> loads = options.loads().stream().map(Load::name).toList();
        System.out.print(machine.lines());
        System.out.print(new Table(results, stacks, LIMIT, OURS).text(loads));
        return failed ? FAILED : 0;
    }

    /** After each round: a run that is stopped leaves the rounds that it had. */
    private void save(Environment machine) throws IOException {
        if (!options.json().isEmpty()) {
            Json.write(
                    Path.of(options.json()),
                    JsonReport.text(machine, results, options.forks(), options.warmUp(), options.window()));
        }
    }

    private void measure(int round, Stack stack, Load load) throws InterruptedException {
        done++;
        int all = options.forks() * options.loads().size() * options.stacks().size();
        String what = String.format("[%d/%d] round %d, %s, %s: ", done, all, round, load.name(), stack.name());
        try {
            Run measured = new Cell(options, stack, load).run();
            results.add(stack.name(), load.name(), measured);
            System.err.println(what + Table.brief(measured));
        } catch (IllegalStateException | IllegalArgumentException e) {
            failed = true;
            System.err.println(what + "failed, " + e.getMessage());
        }
    }
}
