// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.philosophers.remote;

import io.troupe.bench.harness.Workload;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Philosophers at a table of another process, as long as a trial. The thread of the benchmark. */
@State(Scope.Benchmark)
public abstract class Visit {
    private @Nullable TableProcess table;
    private @Nullable Workload dinner;

    /** For the systems below. */
    Visit() {}

    /** Ends what the philosophers have for the way to the table; called also if they have not got there. */
    abstract void leave();

    /**
     * Lays the table and goes there.
     *
     * @param arguments for {@link TableMain}
     * @param arrival makes a batch of the port of the table
     */
    final void come(List<String> arguments, IntFunction<Workload> arrival) {
        TableProcess laid = TableProcess.start(arguments);
        table = laid;
        try {
            dinner = arrival.apply(laid.port());
        } catch (RuntimeException | Error e) {
            stop();
            throw e;
        }
    }

    /**
     * Runs one batch.
     *
     * @throws IllegalStateException if a meal was lost, a fork was in two hands, or the table has gone
     */
    final long run() {
        if (dinner == null) {
            throw new IllegalStateException(
                    "philosophers must have come: state=" + getClass().getName());
        }
        try {
            return dinner.run();
        } catch (RuntimeException e) {
            throw hasTable() ? e : new IllegalStateException("process of the table must not end", e);
        }
    }

    /** Whether the process of the table runs. */
    final boolean hasTable() {
        return table != null && table.alive();
    }

    /** Ends both sides after a trial. */
    @TearDown(Level.Trial)
    public final void stop() {
        try {
            leave();
        } finally {
            if (table != null) {
                table.close();
            }
        }
    }
}
