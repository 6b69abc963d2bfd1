// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.results;

/**
 * Figures of one kind.
 *
 * @param name what was measured, as "time", "rate" or "gc.alloc.rate.norm"
 * @param unit as "ns/op"
 * @param better which direction is good
 * @param samples the figures
 */
public record Metric(String name, String unit, Better better, Samples samples) {
    /** Figures whose unit tells which direction is good. */
    public static Metric of(String name, String unit, Samples samples) {
        return new Metric(name, unit, Better.of(unit), samples);
    }
}
