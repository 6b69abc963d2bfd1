// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.philosophers;

import io.troupe.bench.harness.PerMessage;
import io.troupe.bench.harness.Troupe;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/**
 * Microseconds per meal, of all philosophers together, when each access to a fork takes some time: asynchronous calls beside
 * mutexes. The tasks of the pool wait in turns, so their batches are long.
 */
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@OperationsPerInvocation(LatencyBenchmark.MEALS)
public class LatencyBenchmark extends PerMessage {
    static final int MEALS = 200;

    /** Asynchronous calls, each dispatcher. */
    @Benchmark
    public long troupe(Troupe.Any state, Evening.Distance distance) {
        return state.run(system -> Dinner.onTroupe(system, distance.guests(), distance.latency(), MEALS));
    }

    /** As many threads as everybody has. */
    @Benchmark
    public long executorLocks(LockDinner.Pool state, Evening.Distance distance) {
        return state.run(distance.guests(), distance.latency(), MEALS);
    }

    /** A thread per philosopher. */
    @Benchmark
    public long threadLocks(LockDinner.Threads state, Evening.Distance distance) {
        return state.run(distance.guests(), distance.latency(), MEALS);
    }

    /** The same from Java 21 on. */
    @Benchmark
    public long virtualThreadLocks(LockDinner.Virtual state, Evening.Distance distance) {
        return state.run(distance.guests(), distance.latency(), MEALS);
    }
}
