// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * How many combinations of protocol, transport and peer a test runs with: with {@code -Dtroupe.tests=all} the full product,
 * else so many that each two values meet.
 */
public final class Combinations {
    /** Whether the full product is asked for. */
    public static final boolean PRODUCT = "all".equals(System.getProperty("troupe.tests"));

    private Combinations() {}

    /**
     * Those to run with.
     *
     * @param product all there are
     * @param factors what they are combinations of
     */
    public static <T> List<T> of(List<T> product, List<Function<T, Object>> factors) {
        return PRODUCT ? product : pairwise(product, factors);
    }

    /** Passes through the product, and takes each combination in which two values meet for the first time. */
    static <T> List<T> pairwise(List<T> product, List<Function<T, Object>> factors) {
        Set<List<Object>> met = new HashSet<>();
        List<T> chosen = new ArrayList<>();
        for (T combination : product) {
            boolean isNew = false;
            for (int i = 0; i < factors.size(); i++) {
                for (int k = i + 1; k < factors.size(); k++) {
                    isNew |= met.add(List.of(
                            i,
                            factors.get(i).apply(combination),
                            k,
                            factors.get(k).apply(combination)));
                }
            }
            if (isNew) {
                chosen.add(combination);
            }
        }
        return chosen;
    }

    /**
     * A share of some values for one test of a class, so that all tests of the class together have each value at least once.
     * Classes begin at different values.
     *
     * @param values all there are
     * @param owner the name of the class
     * @param index which of its tests, from 0
     * @param tests how many it has
     */
    public static <T> List<T> share(List<T> values, String owner, int index, int tests) {
        if (PRODUCT) {
            return values;
        }
        int count = values.size();
        int each = (count + tests - 1) / tests;
        int first = Math.floorMod(owner.hashCode(), count) + index * each;
        List<T> chosen = new ArrayList<>();
        for (int i = 0; i < each; i++) {
            chosen.add(values.get((first + i) % count));
        }
        return chosen;
    }
}
