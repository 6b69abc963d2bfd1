// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp;

import io.troupe.bench.harness.Arguments;
import io.troupe.bench.results.Result;
import io.troupe.bench.results.Results;
import io.troupe.bench.sp.measure.Outcome;
import io.troupe.bench.sp.stack.Pattern;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A figure of no meaning in every cell that the program can measure with up to eight threads. */
public final class SpCells {
    private SpCells() {}

    /** All of them. */
    public static Results results() {
        Map<String, String> arguments = new HashMap<>(SpOptions.DEFAULTS);
        arguments.putAll(Map.of("cells", "all", "threads", "1,2,4,8"));
        SpOptions options = SpOptions.of(Arguments.parse(List.of(), arguments));
        List<Result> results = options.cells().stream()
                .flatMap(cell -> options.stacks().stream()
                        .filter(stack -> stack.offers(cell.pattern(), cell.transport(), cell.threads()))
                        .map(stack -> outcome(cell).result(cell.name(), cell.threads(), stack.name())))
                .toList();
        return Results.of(Map.of(), results, List.of());
    }

    private static Outcome outcome(Cell cell) {
        long nanos = cell.pattern() == Pattern.LATENCY ? 1 : 0;
        return new Outcome(1, cell.bytes(), 1, nanos, nanos);
    }
}
