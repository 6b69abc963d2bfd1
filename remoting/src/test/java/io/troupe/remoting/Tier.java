// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * How many combinations of encodings, transports and the like a test is run with. The fast tier takes each value of each dimension
 * at least once per class, and every class begins elsewhere; {@code -Dtroupe.tests=all} takes all combinations.
 */
public final class Tier {
    /** Whether all combinations are wanted. */
    public static final boolean PRODUCT = "all".equals(System.getProperty("troupe.tests"));

    private Tier() {}

    /**
     * Pairs of two dimensions.
     *
     * @param longer the dimension with more values
     * @param shorter the other one
     * @param who decides where the pairs begin
     * @return all pairs, or one for each value of the longer dimension
     */
    public static <A, B> Stream<Pair<A, B>> pairs(List<A> longer, List<B> shorter, Class<?> who) {
        if (PRODUCT) {
            return shorter.stream().flatMap(b -> longer.stream().map(a -> new Pair<>(a, b)));
        }
        int offset = Math.floorMod(who.getName().hashCode(), shorter.size());
        return IntStream.range(0, longer.size())
                .mapToObj(i -> new Pair<>(longer.get(i), shorter.get((i + offset) % shorter.size())));
    }

    /**
     * One of two dimensions each.
     *
     * @param longer of the dimension with more values
     * @param shorter of the other one
     */
    public record Pair<A, B>(A longer, B shorter) {}
}
