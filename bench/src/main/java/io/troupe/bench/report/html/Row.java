// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report.html;

import io.troupe.bench.report.plot.Stats;
import io.troupe.bench.report.plot.Style;
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
 */
public record Row(
        String system,
        Style.Role role,
        Map<String, String> parameters,
        List<Double> samples,
        Source source,
        String disturbance) {
    /** Copies the collections. */
    public Row {
        parameters = Collections.unmodifiableMap(new TreeMap<>(parameters));
        samples = List.copyOf(samples);
    }

    Stats stats() {
        return Stats.of(samples.stream().mapToDouble(Double::doubleValue).toArray());
    }

    boolean isDisturbed() {
        return !disturbance.isEmpty();
    }
}
