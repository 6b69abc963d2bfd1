// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.sp.perf;

import java.util.Arrays;
import java.util.Locale;

/**
 * Times of round trips.
 *
 * @param protocol how it was asked
 * @param address where
 * @param size bytes of a request, and of a reply
 * @param roundTrips measured
 * @param meanMicros of a round trip
 * @param medianMicros of a round trip
 * @param p99Micros of a round trip
 */
record LatencyResult(
        String protocol,
        String address,
        int size,
        int roundTrips,
        double meanMicros,
        double medianMicros,
        double p99Micros) {
    private static final double MICRO = 1000.0;
    private static final double P99 = 0.99;

    /** From the times of all round trips; sorts them. */
    static LatencyResult of(String protocol, String address, int size, long[] nanos) {
        Arrays.sort(nanos);
        return new LatencyResult(
                protocol,
                address,
                size,
                nanos.length,
                Arrays.stream(nanos).average().orElse(0) / MICRO,
                nanos[nanos.length / 2] / MICRO,
                nanos[(int) (nanos.length * P99)] / MICRO);
    }

    String text() {
        return String.format(
                Locale.ROOT,
                "%s %s, %d bytes%n%d round trips: mean %.2f µs, median %.2f µs, p99 %.2f µs",
                protocol,
                address,
                size,
                roundTrips,
                meanMicros,
                medianMicros,
                p99Micros);
    }
}
