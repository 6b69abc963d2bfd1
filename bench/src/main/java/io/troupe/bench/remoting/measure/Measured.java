// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting.measure;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
    private static final Pattern LINE = Pattern.compile("count=(\\d+) nanos=(\\d+) p50=(\\d+) p99=(\\d+) max=(\\d+)");

    /** Messages or requests per second. */
    public double perSecond() {
        return count * 1e9 / nanos;
    }

    /** As one line for another process. */
    public String line() {
        return String.format(
                Locale.ROOT, "count=%d nanos=%d p50=%d p99=%d max=%d", count, nanos, p50Nanos, p99Nanos, maxNanos);
    }

    /**
     * Reads such a line.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static Measured parse(String line) {
        Matcher fields = LINE.matcher(line);
        if (!fields.matches()) {
            throw new IllegalArgumentException("result must have its five fields: line=" + line);
        }
        return new Measured(
                Long.parseLong(fields.group(1)),
                Long.parseLong(fields.group(2)),
                Long.parseLong(fields.group(3)),
                Long.parseLong(fields.group(4)),
                Long.parseLong(fields.group(5)));
    }
}
