// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.hooks;

import io.troupe.bench.footprint.Figure;
import io.troupe.bench.harness.Arguments;
import io.troupe.bench.harness.Tool;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * What the trace points cost on tells, asks and tells to another system while nobody listens: processor time per message, of the
 * library as it is and of the same classes whose trace points were taken out while they were loaded. One run measures one of the
 * two; rounds take turns. See {@link TracePointRemover} for what is taken out.
 */
public final class TracePointCost {
    private static final String WITHOUT = "without";
    private static final List<String> SYSTEMS = List.of("stealing", WITHOUT);
    private static final String HELP = "Prints the processor time of a message, with or without trace points."
            + "\n  --system   stealing: the library as it is, on one worker; without: the same without trace points"
            + "\n  --batches  how many batches of each kind count; as many before them do not";
    private static final int MOST = 10_000;

    private TracePointCost() {}

    /** Measures. */
    public static void main(String[] args) {
        tool().start(args);
    }

    /** The program, for its start and for tests. */
    public static Tool tool() {
        Map<String, String> defaults = Map.of("system", "stealing", "batches", "50");
        return new Tool(TracePointCost.class, HELP, defaults, TracePointCost::read);
    }

    private static Tool.Work read(Arguments arguments) {
        String system = arguments.oneOf("system", SYSTEMS);
        int batches = arguments.number("batches", 1, MOST);
        return () -> {
            measure(system, batches);
            return 0;
        };
    }

    private static void measure(String system, int batches) {
        ToDoubleFunction<String> work = new TracePointRemover(system.equals(WITHOUT)).work();
        for (String kind : HookedWork.KINDS) {
            double[] nanos = new double[batches];
            for (int i = -batches; i < batches; i++) {
                double one = work.applyAsDouble(kind);
                if (i >= 0) {
                    nanos[i] = one;
                }
            }
            Arrays.sort(nanos);
            new Figure("trace-points", kind, system, Map.of()).print(nanos[batches / 2], "ns");
        }
    }
}
