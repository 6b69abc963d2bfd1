// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting.measure;

import io.troupe.bench.report.Spread;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What one client measured in several windows that follow each other.
 *
 * @param windows at least one
 * @param cpuNanos processor time of both processes during all of them; 0 where the system does not tell
 */
public record Run(List<Measured> windows, long cpuNanos) {
    private static final String SEPARATOR = ";";

    /** Copies the list. */
    public Run {
        windows = List.copyOf(windows);
        if (windows.isEmpty()) {
            throw new IllegalArgumentException("a run must have a window: windows=0");
        }
    }

    /** Messages or requests of all windows. */
    public long count() {
        return sum(Measured::count);
    }

    /** How long they took. */
    public long nanos() {
        return sum(Measured::nanos);
    }

    private long sum(ToLongFunction<Measured> property) {
        return windows.stream().mapToLong(property).sum();
    }

    /** Messages or requests per second over all windows. */
    public double perSecond() {
        return count() * 1e9 / nanos();
    }

    /** The same, window by window. */
    public Spread windowsPerSecond() {
        return Spread.of(windows.stream().mapToDouble(Measured::perSecond).toArray());
    }

    /** Median of the windows' medians; 0 for one-way messages. */
    public double p50Nanos() {
        return median(Measured::p50Nanos);
    }

    /** Median of the windows' 99th percentiles; 0 for one-way messages. */
    public double p99Nanos() {
        return median(Measured::p99Nanos);
    }

    private double median(ToLongFunction<Measured> property) {
        return Spread.of(windows.stream().mapToLong(property).asDoubleStream().toArray())
                .median();
    }

    /** The longest request; 0 for one-way messages. */
    public long maxNanos() {
        return windows.stream().mapToLong(Measured::maxNanos).max().orElseThrow();
    }

    /** Processor time per message or request, of both processes together. */
    public double cpuNanosEach() {
        return (double) cpuNanos / Math.max(1, count());
    }

    /** As one line for another process. */
    public String line() {
        return Stream.concat(
                        Stream.of(String.format(Locale.ROOT, "%d", cpuNanos)),
                        windows.stream().map(Measured::line))
                .collect(Collectors.joining(SEPARATOR));
    }

    /**
     * Reads such a line.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static Run parse(String line) {
        List<String> fields = List.of(line.split(SEPARATOR, -1));
        if (fields.size() < 2 || !fields.get(0).matches("[0-9]+")) {
            throw new IllegalArgumentException("result must have a processor time and windows: line=" + line);
        }
        return new Run(fields.stream().skip(1).map(Measured::parse).toList(), Long.parseLong(fields.get(0)));
    }
}
