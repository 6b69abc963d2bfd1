// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.channel;

import io.troupe.bench.harness.PerMessage;
import io.troupe.bench.harness.Troupe;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The first hundred primes by a chain of a hundred filters; per number that a filter gets. */
@OperationsPerInvocation(PrimeSieve.MESSAGES)
public class SieveBenchmark extends PerMessage {
    /** An actor per filter. */
    @Benchmark
    public long troupe(Troupe.Any state, Width width) {
        return state.run(system -> PrimeSieve.HUNDRED.ofActors(system, width.capacity));
    }

    /** A thread per filter that blocks on a channel. */
    @Benchmark
    public long troupeThreads(BlockingThreads state, Width width) {
        return PrimeSieve.HUNDRED.ofThreads(state.executor(), BlockingChannels.troupe(), width.capacity);
    }

    /** The array queue of the JDK; without a buffer its transfer queue. */
    @Benchmark
    public long jdkThreads(BlockingThreads state, Width width) {
        return PrimeSieve.HUNDRED.ofThreads(state.executor(), BlockingChannels.jdk(), width.capacity);
    }

    /** Between the filters. */
    @State(Scope.Benchmark)
    public static class Width {
        /** Of each channel; 0: none. */
        @Param({"0", "16"})
        public int capacity;
    }
}
