// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.cluster;

import io.troupe.bench.cluster.load.Figures;
import io.troupe.bench.cluster.load.Figures.Figure;
import io.troupe.bench.cluster.load.Load;
import io.troupe.bench.results.Result;
import io.troupe.bench.results.Results;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A figure of no meaning in every cell that the program measures unless told otherwise. */
public final class ClusterCells {
    private ClusterCells() {}

    /** All of them. */
    public static Results results() {
        List<Result> results = new ArrayList<>();
        for (Load load : Load.values()) {
            for (String stack : Stacks.names()) {
                if (Stacks.fits(stack, load)) {
                    results.add(figures(load).result(load, stack));
                }
            }
        }
        return Results.of(Map.of(), results, List.of());
    }

    /** Names and units of the figures that a load has. */
    static Figures figures(Load load) {
        List<Figure> figures = new ArrayList<>();
        switch (load) {
            case KILL, STOP -> {
                figures.add(new Figure("worst-key", "ns", 1));
                figures.add(new Figure("median-key", "ns", 1));
                figures.add(new Figure("failed", "calls", 1));
            }
            case JOIN, LEAVE -> {
                figures.add(new Figure("pause-p99", "ns", 1));
                figures.add(new Figure("pause-max", "ns", 1));
                figures.add(new Figure("whole", "ns", 1));
                figures.add(new Figure("failed", "calls", 1));
            }
            default -> {
                figures.add(new Figure("rate", "ops/s", 1));
                figures.add(new Figure("p50", "ns", 1));
                figures.add(new Figure("p99", "ns", 1));
                figures.add(new Figure("max", "ns", 1));
            }
        }
        if (load.benchmark().equals("update") || load.inFile()) {
            figures.add(new Figure("fsync", "ns", 1));
        }
        return new Figures(figures);
    }
}
