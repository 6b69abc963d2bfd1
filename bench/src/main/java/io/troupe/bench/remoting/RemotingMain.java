// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting;

import io.troupe.bench.harness.Tool;
import io.troupe.bench.remoting.measure.Load;
import io.troupe.bench.remoting.stack.Stack;
import io.troupe.bench.stacks.StackRun;
import io.troupe.bench.stacks.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Compares remoting stacks between two processes. {@code --help} says how to call it. */
public final class RemotingMain {
    private RemotingMain() {}

    /** Measures, prints and writes. */
    public static void main(String[] args) {
        tool().start(args);
    }

    /** The program, for its start and for tests. */
    public static Tool tool() {
        return new Tool(RemotingMain.class, Options.HELP, Options.DEFAULTS, arguments -> {
            Options options = Options.of(arguments);
            return new StackRun(options.run(), Map.of(), steps(options))::run;
        });
    }

    private static List<Step> steps(Options options) {
        List<Step> steps = new ArrayList<>();
        for (Load load : options.loads()) {
            for (Stack stack : options.stacks()) {
                Cell cell = new Cell(options.run(), stack, load);
                steps.add(Step.of(load.name(), stack.name(), () -> cell.run().result(load, stack.name())));
            }
        }
        return steps;
    }
}
