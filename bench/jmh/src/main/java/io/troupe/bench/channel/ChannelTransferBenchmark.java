// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.channel;

import io.troupe.bench.harness.Batch;
import io.troupe.bench.harness.CpuTime;
import io.troupe.bench.harness.PerMessage;
import io.troupe.bench.harness.Troupe;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** One or eight senders and one receiver; per element. */
@OperationsPerInvocation(Batch.MESSAGES)
public class ChannelTransferBenchmark extends PerMessage {
    /** Between actors; the receiver uses {@code each}. */
    @Benchmark
    public long troupe(Troupe.Any state, Shape shape, CpuTime cpu) {
        return cpu.counted(state.run(system -> ActorStack.transfer(system, shape.work())));
    }

    /** A channel between threads that block. */
    @Benchmark
    public long troupeThreads(BlockingThreads state, Shape shape, CpuTime cpu) {
        return cpu.counted(state.run(BlockingChannels.troupe(), shape.work()));
    }

    /** The array queue of the JDK; without a buffer its transfer queue. */
    @Benchmark
    public long jdkThreads(BlockingThreads state, Shape shape, CpuTime cpu) {
        return cpu.counted(state.run(BlockingChannels.jdk(), shape.work()));
    }

    /** Who sends, and over what. */
    @State(Scope.Benchmark)
    public static class Shape {
        /** Actors or threads that send. */
        @Param({"1", "8"})
        public int senders = 1;

        /** Of the channel; 0: none. */
        @Param({"0", "128"})
        public int capacity;

        ChannelWork work() {
            return new ChannelWork(ChannelWork.Kind.TRANSFER, senders, 1, capacity, Batch.MESSAGES);
        }
    }
}
