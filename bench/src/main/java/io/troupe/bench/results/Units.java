// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.results;

import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Converts between units of times and of rates. Times "per operation" are times. */
public final class Units {
    private static final String PER_OPERATION = "/op";
    private static final Map<String, Double> NANOS = Map.of("ns", 1.0, "us", 1e3, "µs", 1e3, "ms", 1e6, "s", 1e9);
    private static final Map<String, Double> PER_SECOND = Map.of(
            "ops/s",
            1.0,
            "ops/ms",
            1e3,
            "ops/us",
            1e6,
            "ops/ns",
            1e9,
            "1/s",
            1.0,
            "k/s",
            1e3,
            "M/s",
            1e6,
            "per second",
            1.0);

    private Units() {}

    /** The value in another unit; nothing if the two have nothing to do with each other. */
    public static OptionalDouble convert(double value, String from, String to) {
        if (from.equals(to)) {
            return OptionalDouble.of(value);
        }
        Double nanos = nanos(from);
        Double wantedNanos = nanos(to);
        if (nanos != null && wantedNanos != null) {
            return OptionalDouble.of(value * nanos / wantedNanos);
        }
        Double rate = PER_SECOND.get(from);
        Double wantedRate = PER_SECOND.get(to);
        if (rate != null && wantedRate != null) {
            return OptionalDouble.of(value * rate / wantedRate);
        }
        return OptionalDouble.empty();
    }

    private static @Nullable Double nanos(String unit) {
        return NANOS.get(
                unit.endsWith(PER_OPERATION) ? unit.substring(0, unit.length() - PER_OPERATION.length()) : unit);
    }
}
