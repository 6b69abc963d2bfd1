// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp;

import io.troupe.bench.harness.Tool;
import io.troupe.bench.sp.stack.Program;
import io.troupe.bench.sp.stack.SpStack;
import io.troupe.bench.stacks.StackRun;
import io.troupe.bench.stacks.Step;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Compares libraries of sockets. {@code --help} says how to call it. */
public final class SpMain {
    private SpMain() {}

    /** Measures, prints and writes. */
    public static void main(String[] args) {
        tool().start(args);
    }

    /** The program, for its start and for tests. */
    public static Tool tool() {
        return new Tool(SpMain.class, SpOptions.HELP, SpOptions.DEFAULTS, arguments -> {
            SpOptions options = SpOptions.of(arguments);
            return () -> run(options);
        });
    }

    private static int run(SpOptions options) throws IOException, InterruptedException {
        Map<String, String> about = new LinkedHashMap<>();
        Map<SpStack, Program> programs = new LinkedHashMap<>();
        for (SpStack stack : options.stacks()) {
            about.put(stack.name(), stack.about());
            programs.put(stack, stack.program());
        }
        List<Step> steps = new ArrayList<>();
        for (Cell cell : options.cells()) {
            programs.forEach((stack, program) -> steps.add(step(options, stack, program, cell)));
        }
        return new StackRun(options.run(), about, steps).run();
    }

    private static Step step(SpOptions options, SpStack stack, Program program, Cell cell) {
        if (!program.missing().isEmpty()) {
            return Step.absent(cell.label(), stack.name(), program.missing());
        }
        if (!stack.offers(cell.pattern(), cell.transport(), cell.threads())) {
            return Step.absent(cell.label(), stack.name(), "does not offer this");
        }
        Measurement measurement = new Measurement(options.run(), stack, program, cell);
        return Step.of(
                cell.label(), stack.name(), () -> measurement.run().result(cell.name(), cell.threads(), stack.name()));
    }
}
