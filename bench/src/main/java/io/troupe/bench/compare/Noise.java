// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.compare;

import io.troupe.bench.results.Result;
import io.troupe.bench.results.Results;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How much figures differ though nothing was changed, from the A/A part of a run: the same system measured twice. The noise of
 * a key is the larger one of its own difference and the median difference of all, so one lucky pair does not make it quiet.
 * Immutable.
 */
public final class Noise {
    private final Map<Result.Key, Double> own;
    private final double usual;

    private Noise(Map<Result.Key, Double> own, double usual) {
        this.own = own;
        this.usual = usual;
    }

    /** The noise of these runs together; none where no run has an A/A part. */
    public static Noise of(Results... runs) {
        Map<Result.Key, Double> own = new HashMap<>();
        for (Results run : runs) {
            Map<Result.Key, List<Double>> medians = new HashMap<>();
            run.controls().forEach(control -> medians.computeIfAbsent(control.key(), key -> new ArrayList<>())
                    .add(control.median()));
            medians.forEach((key, figures) -> {
                Result first = run.byKey().get(key);
                if (first != null) {
                    figures.add(first.median());
                }
                if (figures.size() > 1) {
                    own.merge(key, difference(figures), Math::max);
                }
            });
        }
        double[] all =
                own.values().stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return new Noise(Map.copyOf(own), all.length == 0 ? 0 : all[all.length / 2]);
    }

    /** Whether anything was measured twice. */
    public boolean known() {
        return !own.isEmpty();
    }

    /** How many were measured twice. */
    public int pairs() {
        return own.size();
    }

    /** The median difference of all pairs, as a share: 0.05 is 5 %; 0 if nothing was measured twice. */
    public double usual() {
        return usual;
    }

    /** The difference that a figure of this key may have for no reason, as a share. */
    public double of(Result.Key key) {
        return Math.max(usual, own.getOrDefault(key, 0.0));
    }

    private static double difference(List<Double> figures) {
        double low = figures.stream().mapToDouble(Double::doubleValue).min().orElse(0);
        double high = figures.stream().mapToDouble(Double::doubleValue).max().orElse(0);
        return low > 0 ? high / low - 1 : 0;
    }
}
