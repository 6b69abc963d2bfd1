// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.philosophers;

import java.time.Duration;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Who sits at the table, as a JMH state: the same guests for a trial, with a fairness of their own for each iteration. */
@State(Scope.Benchmark)
public abstract class Evening {
    @SuppressWarnings("NullAway.Init") // set in lay()
    private Guests guests;

    Evening() {}

    /** Philosophers, and as many forks. */
    abstract int places();

    /** Before a trial. */
    @Setup(Level.Trial)
    public void lay() {
        guests = new Guests(places());
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

    /** Those who sit there in this trial. */
    public Guests guests() {
        return guests;
    }

    /** The size of the table, for {@link PhilosophersBenchmark} and the same between processes. */
    public static class Seats extends Evening {
        /** Philosophers, and as many forks; 2 or more. */
        @Param({"5", "100", "1000"})
        public int seats = 5;

        @Override
        int places() {
            return seats;
        }
    }

    /** How far away the forks are, for {@link LatencyBenchmark}. */
    public static class Distance extends Evening {
        /** Philosophers, and as many forks; 2 or more. */
        @Param("100")
        public int seats = 100;

        /** Added to each access to a fork, in milliseconds; 0 or more. */
        @Param({"0", "1", "5"})
        public int latencyMillis;

        @Override
        int places() {
            return seats;
        }

        Duration latency() {
            return Duration.ofMillis(latencyMillis);
        }
    }
}
