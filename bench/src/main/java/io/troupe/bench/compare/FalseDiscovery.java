// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.compare;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Correction for many tests at once: of the changes that are named at a level, no larger share than that is wrong in the mean,
 * and where nothing changed at all, the chance to name any is no larger either (Benjamini and Hochberg, Journal of the Royal
 * Statistical Society B 57, 1995). It asks less of a figure that really changed than corrections for the worst case.
 */
final class FalseDiscovery {
    private FalseDiscovery() {}

    /** The corrected probabilities, in the same order. */
    static double[] adjusted(double[] probabilities) {
        int[] order = IntStream.range(0, probabilities.length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> probabilities[i]))
                .mapToInt(Integer::intValue)
                .toArray();
        double[] adjusted = new double[probabilities.length];
        double least = 1;
        for (int place = order.length - 1; place >= 0; place--) {
            least = Math.min(least, probabilities[order[place]] * order.length / (place + 1));
            adjusted[order[place]] = least;
        }
        return adjusted;
    }
}
