// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.channel;

import io.troupe.bench.harness.Batch;
import io.troupe.bench.harness.PerMessage;
import io.troupe.bench.harness.Troupe;
import io.troupe.core.actor.ActorOptions;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/** Two that hand a number to and fro without a buffer; per hand-over, of which a round trip has two. */
@OperationsPerInvocation(Batch.MESSAGES)
public class ChannelPairBenchmark extends PerMessage {
    private static final ChannelWork WORK = new ChannelWork(ChannelWork.Kind.PAIR, 1, 1, 0, Batch.MESSAGES / 2);

    /** Actors. */
    @Benchmark
    public long troupe(Troupe.Any state) {
        return state.run(system -> ActorStack.pair(system, WORK, ActorOptions.defaults(), ActorOptions.defaults()));
    }

    /** Channels between threads that block. */
    @Benchmark
    public long troupeThreads(BlockingThreads state) {
        return state.run(BlockingChannels.troupe(), WORK);
    }

    /** Transfer queues of the JDK. */
    @Benchmark
    public long jdkThreads(BlockingThreads state) {
        return state.run(BlockingChannels.jdk(), WORK);
    }
}
