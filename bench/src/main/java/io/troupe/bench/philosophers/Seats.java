// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.philosophers;

import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The size of the table, for {@link PhilosophersBenchmark} and the same between processes. */
@State(Scope.Benchmark)
public class Seats {
    /** Philosophers, and as many forks; 2 or more. */
    @Param({"5", "100", "1000"})
    public int seats = 5;

    @SuppressWarnings("NullAway.Init") // set in lay()
    private Guests guests;

    /** Made by JMH. */
    public Seats() {}

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

    /** Those who sit there in this trial. */
    public Guests guests() {
        return guests;
    }
}
