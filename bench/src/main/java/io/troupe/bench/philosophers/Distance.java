// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.philosophers;

import java.time.Duration;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** How far away the forks are, for {@link LatencyBenchmark}. */
@State(Scope.Benchmark)
public class Distance {
    /** Philosophers, and as many forks; 2 or more. */
    @Param("100")
    public int seats = 100;

    /** Added to each access to a fork, in milliseconds; 0 or more. */
    @Param({"0", "1", "5"})
    public int latencyMillis;

    @SuppressWarnings("NullAway.Init") // set in lay()
    private Guests guests;

    /** Made by JMH. */
    public Distance() {}

    /** Before a trial. */
    @Setup(Level.Trial)
    public void lay() {
        guests = new Guests(seats);
    }

    /** Before an iteration. */
    @Setup(Level.Iteration)
    public void begin() {
        guests.reset();
    }

    /** After an iteration. */
    @TearDown(Level.Iteration)
    public void report() {
        guests.report();
    }

    Guests guests() {
        return guests;
    }

    Duration latency() {
        return Duration.ofMillis(latencyMillis);
    }
}
