// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.targets;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * One row of the targets.
 *
 * @param section heading above the table
 * @param what the task in words
 * @param benchmark "suite.Benchmark", with "*" for any letters, or "-" if no benchmark reports it
 * @param cell parameters that a cell must have, with one of several values separated by commas; it may have others
 * @param ours system that is judged, with its dispatcher if that matters, or "best of ours"
 * @param figure name of a metric, or empty for the main one; after "highest " its highest value counts and not the median
 * @param relation how it must stand to the reference
 * @param factor how many times, or the value itself
 * @param of reference: "value", "limit", "best peer", "best of ours", "same at NAME=VALUE", or names of systems of which the
 *     best counts, separated by " or "
 * @param unit of a value, otherwise empty
 */
public record Target(
        String section,
        String what,
        String benchmark,
        Map<String, String> cell,
        String ours,
        String figure,
        Relation relation,
        double factor,
        String of,
        String unit) {
    /** An absolute value. */
    public static final String VALUE = "value";
    /** The best of the cheapest things that do the same work. */
    public static final String LIMIT = "limit";
    /** The best of all peers. */
    public static final String BEST_PEER = "best peer";
    /** The best of all our systems and dispatchers. */
    public static final String BEST_OF_OURS = "best of ours";
    /** Begins a reference to the same system in a cell with another parameter. */
    public static final String SAME_AT = "same at ";
    /** Before the name of a figure of which the highest value counts. */
    public static final String HIGHEST = "highest ";
    /** In the place of a benchmark if there is none. */
    public static final String NOWHERE = "-";

    /** Checks what belongs together. */
    public Target {
        cell = Collections.unmodifiableMap(new TreeMap<>(cell));
        if (!(factor >= 0) || (relation == Relation.FASTER && factor == 0)) {
            throw new IllegalArgumentException("factor must not be negative: factor=" + factor + ", target=" + what);
        }
        if (of.equals(VALUE) == unit.isEmpty()) {
            throw new IllegalArgumentException(
                    "a value must have a unit, a ratio none: of=" + of + ", unit=" + unit + ", target=" + what);
        }
        if (of.equals(VALUE) && relation == Relation.FASTER) {
            throw new IllegalArgumentException("a value must be at most or at least: target=" + what);
        }
    }

    /** What is demanded, as "at most 2 × jctools". */
    public String demand() {
        String number = factor == Math.rint(factor) ? Long.toString((long) factor) : Double.toString(factor);
        if (of.equals(VALUE)) {
            return relation.word() + " " + number + " " + unit;
        }
        return relation == Relation.FASTER
                ? number + " × as fast as " + of
                : relation.word() + " " + number + " × " + of;
    }
}
