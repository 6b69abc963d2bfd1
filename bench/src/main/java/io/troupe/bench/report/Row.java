// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report;

import io.troupe.bench.harness.Spread;
import io.troupe.bench.results.Role;
import io.troupe.bench.results.Source;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A system under one set of parameters. Rows of a series with equal parameters are compared with each other.
 *
 * @param system its name
 * @param role what it is in the comparison
 * @param parameters names and values; sorted by name
 * @param samples one per fork or round, finite; empty if nothing was measured
 * @param source where the samples are
 * @param disturbance what came between, or why there is nothing, in words; empty if all went well
 * @param extras figures beside the one that counts, as percentiles or bytes
 */
public record Row(
        String system,
        Role role,
        Map<String, String> parameters,
        List<Double> samples,
        Source source,
        String disturbance,
        List<Extra> extras) {
    /**
     * A figure beside.
     *
     * @param name of the figure
     * @param unit of the figure
     * @param samples one per fork or round, finite, at least one
     */
    public record Extra(String name, String unit, List<Double> samples) {
        /** Copies the list. */
        public Extra {
            samples = List.copyOf(samples);
        }

        /** As "p99 70.0 k ns (65.1 k–80.2 k)"; a unit that only repeats the name is left out. */
        String words() {
            Spread spread = spreadOf(samples);
            String range = spread.low() < spread.high()
                    ? " (" + Numbers.value(spread.low()) + "–" + Numbers.value(spread.high()) + ")"
                    : "";
            return name + " " + Numbers.value(spread.median()) + (unit.equals(name) ? "" : " " + unit) + range;
        }
    }

    /** Copies the collections. */
    public Row {
        parameters = Collections.unmodifiableMap(new TreeMap<>(parameters));
        samples = List.copyOf(samples);
        extras = List.copyOf(extras);
    }

    /** Without figures beside. */
    public Row(
            String system,
            Role role,
            Map<String, String> parameters,
            List<Double> samples,
            Source source,
            String disturbance) {
        this(system, role, parameters, samples, source, disturbance, List.of());
    }

    boolean isMeasured() {
        return !samples.isEmpty();
    }

    /** Of the samples; without any all figures are NaN. */
    Spread spread() {
        return isMeasured() ? spreadOf(samples) : new Spread(Double.NaN, Double.NaN, Double.NaN);
    }

    private static Spread spreadOf(List<Double> samples) {
        return Spread.of(samples.stream().mapToDouble(Double::doubleValue).toArray());
    }

    boolean isDisturbed() {
        return !disturbance.isEmpty();
    }
}
