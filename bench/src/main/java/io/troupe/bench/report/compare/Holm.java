// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report.compare;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Holm's correction for many tests at once: with it, the chance that any of them is wrong where nothing changed stays below the
 * level (Holm, Scandinavian Journal of Statistics 6, 1979).
 */
public final class Holm {
    private Holm() {}

    /** The corrected probabilities, in the same order. */
    public static double[] adjusted(double[] probabilities) {
        int[] order = IntStream.range(0, probabilities.length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> probabilities[i]))
                .mapToInt(Integer::intValue)
                .toArray();
        double[] adjusted = new double[probabilities.length];
        double most = 0;
        for (int place = 0; place < order.length; place++) {
            most = Math.max(most, Math.min(1, probabilities[order[place]] * (order.length - place)));
            adjusted[order[place]] = most;
        }
        return adjusted;
    }
}
