// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.cluster;

import io.troupe.bench.cluster.load.Load;
import io.troupe.bench.cluster.stack.Stack;
import io.troupe.bench.harness.Tool;
import io.troupe.bench.stacks.StackRun;
import io.troupe.bench.stacks.Step;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Compares clusters of several processes. {@code --help} says how to call it. */
public final class ClusterMain {
    private ClusterMain() {}

    /** Measures, prints and writes. */
    public static void main(String[] args) {
        tool().start(args);
    }

    /** The program, for its start and for tests. */
    public static Tool tool() {
        return new Tool(ClusterMain.class, Options.HELP, Options.DEFAULTS, arguments -> {
            Options options = Options.of(arguments);
            return () -> run(options);
        });
    }

    private static int run(Options options) throws IOException, InterruptedException {
        if (!PostgresServer.isInstalled()) {
            return new StackRun(options.run(), Map.of(), absent(options)).run();
        }
        try (PostgresServer server = PostgresServer.start()) {
            return new StackRun(options.run(), Map.of(), steps(options, server)).run();
        }
    }

    private static List<Step> steps(Options options, PostgresServer server) {
        List<Step> steps = new ArrayList<>();
        for (Load load : options.loads()) {
            for (Stack stack : options.stacks()) {
                if (Stacks.fits(stack.name(), load)) {
                    Cell cell = new Cell(options, stack, load, server);
                    steps.add(
                            Step.of(load.text(), stack.name(), () -> cell.run().result(load, stack.name())));
                }
            }
        }
        return steps;
    }

    private static List<Step> absent(Options options) {
        return options.loads().stream()
                .flatMap(load -> options.stacks().stream()
                        .filter(stack -> Stacks.fits(stack.name(), load))
                        .map(stack -> Step.absent(
                                load.text(), stack.name(), "PostgreSQL is not installed, .ci/postgres does it")))
                .toList();
    }
}
