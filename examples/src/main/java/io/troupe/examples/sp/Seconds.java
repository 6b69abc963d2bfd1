// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.sp;

import io.troupe.examples.cli.Rules;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Times on the command line: seconds, maybe with a fraction. */
final class Seconds {
    private static final double NANOS = 1e9;
    /** Thirty years. */
    private static final double MOST = 1e9;

    private Seconds() {}

    /** If it is given it must be a time. */
    static void check(Rules rules, String name, @Nullable Double value) {
        if (value != null && !(value >= 0 && value <= MOST)) { // not a number, either
            throw rules.broken(name + " must be seconds from 0 to a billion: " + name + "=" + value);
        }
    }

    /** Nothing is zero. */
    static long nanos(@Nullable Double value) {
        return value == null ? 0 : (long) (value * NANOS);
    }

    /** As a duration. */
    static Duration of(double value) {
        return Duration.ofNanos((long) (value * NANOS));
    }
}
