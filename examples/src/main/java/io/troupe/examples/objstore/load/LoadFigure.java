// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.load;

import java.util.Arrays;
import java.util.Locale;

/**
 * The result of one measurement.
 *
 * @param server its name
 * @param kind what the clients did
 * @param clients how many at once
 * @param window loads under way per client
 * @param round from 1
 * @param objects all clients together
 * @param microsPerObject time of one client per object
 * @param p50Micros half of all objects took no longer
 * @param p99Micros 99 of 100 objects took no longer
 * @param objectsPerSecond all clients together
 */
public record LoadFigure(
        String server,
        String kind,
        int clients,
        int window,
        int round,
        long objects,
        double microsPerObject,
        double p50Micros,
        double p99Micros,
        double objectsPerSecond) {

    /** {@return the figure of latencies, which are sorted here} */
    static LoadFigure of(
            Target target, LoadKind kind, int clients, int window, int round, long[] latencies, long elapsedNanos) {
        Arrays.sort(latencies);
        return new LoadFigure(
                target.name(),
                kind.toString(),
                clients,
                window,
                round,
                latencies.length,
                rounded((double) elapsedNanos * clients / latencies.length / 1e3),
                rounded(quantile(latencies, 0.5) / 1e3),
                rounded(quantile(latencies, 0.99) / 1e3),
                rounded(latencies.length * 1e9 / elapsedNanos));
    }

    /** The smallest value that so large a share is not above. */
    static double quantile(long[] sorted, double share) {
        return sorted[Math.max(0, (int) Math.ceil(share * sorted.length) - 1)];
    }

    private static double rounded(double value) {
        return Math.round(value * 10) / 10.0;
    }

    /** {@return a line of Go's benchmark format, which benchstat reads} */
    public String goLine() {
        return String.format(
                Locale.ROOT,
                "BenchmarkObjstore/server=%s/kind=%s/window=%d/c=%d\t%d\t%.0f ns/op\t%.1f p50-us\t%.1f p99-us\t%.1f objects/s",
                server,
                kind,
                window,
                clients,
                objects,
                microsPerObject * 1e3,
                p50Micros,
                p99Micros,
                objectsPerSecond);
    }
}
