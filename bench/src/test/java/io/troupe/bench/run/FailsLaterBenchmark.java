// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run;

import io.troupe.bench.run.plan.Profile;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Fails in its second measured iteration. */
@State(Scope.Benchmark)
public class FailsLaterBenchmark {
    private int iterations;

    /** Before each iteration. */
    @Setup(Level.Iteration)
    public void count() {
        iterations++;
    }

    /** Measures nothing. */
    @Benchmark
    public void empty() {
        if (iterations > Profile.QUICK.warmUps() + 1) {
            throw new IllegalStateException("table must be there: seats=5");
        }
    }
}
