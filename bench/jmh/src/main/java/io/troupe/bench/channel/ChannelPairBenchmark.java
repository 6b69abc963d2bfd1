// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.channel;

import io.troupe.bench.harness.Batch;
import io.troupe.bench.harness.PerMessage;
import io.troupe.bench.harness.Troupe;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/** Two that hand a number to and fro without a buffer; per hand-over, of which a round trip has two. */
@OperationsPerInvocation(Batch.MESSAGES)
public class ChannelPairBenchmark extends PerMessage {
    /** Actors. */
    @Benchmark
    public long troupe(Troupe.Any state) {
        return state.run(Transfers::pairOfActors);
    }

    /** Channels between threads that block. */
    @Benchmark
    public long troupeThreads(BlockingThreads state) {
        return Transfers.pairOfThreads(state.executor(), false);
    }

    /** Transfer queues of the JDK. */
    @Benchmark
    public long jdkThreads(BlockingThreads state) {
        return Transfers.pairOfThreads(state.executor(), true);
    }
}
