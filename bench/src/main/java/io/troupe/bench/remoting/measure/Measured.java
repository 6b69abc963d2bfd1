// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting.measure;

/**
 * What one client measured in one window.
 *
 * @param count messages the server got, or requests answered
 * @param nanos how long that took, with the time until the last had arrived
 * @param p50Nanos median time of a request; 0 for one-way messages
 * @param p99Nanos 99th percentile; 0 for one-way messages
 * @param maxNanos longest; 0 for one-way messages
 */
public record Measured(long count, long nanos, long p50Nanos, long p99Nanos, long maxNanos) {
    /** Messages or requests per second. */
    public double perSecond() {
        return count * 1e9 / nanos;
    }
}
