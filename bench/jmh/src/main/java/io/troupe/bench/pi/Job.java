// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.pi;

import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** How the sum is cut. */
@State(Scope.Benchmark)
public class Job {
    private static final double SCALE = 1e6;
    private static final long EXPECTED = Math.round(Math.PI * SCALE);

    /** Number of slices, and terms of each. */
    @Param({"1000000x100", "100000x1000"})
    public String work = "1000000x100";

    /** Made by JMH. */
    public Job() {}

    int slices() {
        return Integer.parseInt(work.substring(0, work.indexOf('x')));
    }

    int terms() {
        return Integer.parseInt(work.substring(work.indexOf('x') + 1));
    }

    /** The sum of one slice. */
    static double slice(int slice, int terms) {
        double sum = 0;
        long end = (slice + 1L) * terms;
        for (long i = (long) slice * terms; i < end; i++) {
            sum += 4.0 * (1 - (i % 2) * 2) / (2 * i + 1);
        }
        return sum;
    }

    /** Six digits as a whole number, for a comparison without rounding troubles. */
    static long digits(double pi) {
        return Math.round(pi * SCALE);
    }

    static long expected() {
        return EXPECTED;
    }

    /** Checks a result that was computed without a {@link Total}. */
    static long checked(double pi) {
        if (digits(pi) != EXPECTED) {
            throw new IllegalStateException("pi must be right: pi=" + pi);
        }
        return EXPECTED;
    }
}
