// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.targets;

import io.troupe.bench.results.Better;
import java.util.Arrays;

/** How a figure must stand to its reference. */
public enum Relation {
    /** At most so many times the reference. */
    AT_MOST("at most"),
    /** At least so many times the reference. */
    AT_LEAST("at least"),
    /** So many times better than the reference, in whatever direction is good. */
    FASTER("faster");

    private final String word;

    Relation(String word) {
        this.word = word;
    }

    /** As it is written in the table. */
    public String word() {
        return word;
    }

    /**
     * The relation of this word.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Relation of(String word) {
        return Arrays.stream(values())
                .filter(relation -> relation.word.equals(word))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("relation must be at most, at least or faster: relation=" + word));
    }

    /**
     * How far a figure is on the good side: 1 is just enough, 2 twice as good as demanded, 0.5 half as good. A demand of 0, as of
     * no bytes at all, is met or not.
     *
     * @param figure in the unit of the reference
     * @param factor that is demanded
     * @param reference 1 for absolute values
     * @param better direction of the figure
     */
    public double margin(double figure, double factor, double reference, Better better) {
        double wanted = factor * reference;
        return switch (this) {
            case AT_MOST -> wanted > 0 ? wanted / figure : figure <= 0 ? 1 : 0;
            case AT_LEAST -> wanted > 0 ? figure / wanted : 1;
            case FASTER -> better.timesBetter(figure, reference) / factor;
        };
    }
}
