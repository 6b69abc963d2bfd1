// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting;

import io.troupe.bench.harness.Arguments;
import io.troupe.bench.remoting.measure.Measured;
import io.troupe.bench.remoting.measure.Run;
import io.troupe.bench.results.Result;
import io.troupe.bench.results.Results;
import java.util.List;
import java.util.Map;

/** A figure of no meaning in every cell that the program measures unless told otherwise. */
public final class RemotingCells {
    private RemotingCells() {}

    /** All of them. */
    public static Results results() {
        Options options = Options.of(Arguments.parse(List.of(), Options.DEFAULTS));
        List<Result> results = options.loads().stream()
                .flatMap(load -> options.stacks().stream()
                        .map(stack -> run(load.oneWay()).result(load, stack.name())))
                .toList();
        return Results.of(Map.of(), results, List.of());
    }

    private static Run run(boolean oneWay) {
        long nanos = oneWay ? 0 : 1;
        return new Run(List.of(new Measured(1, 1, nanos, nanos, nanos)), 1);
    }
}
