// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.channel;

import io.troupe.bench.harness.Batch;
import io.troupe.bench.harness.PerMessage;
import io.troupe.bench.harness.Troupe;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** An actor that selects among several channels, each with a sender of its own; per element. */
@OperationsPerInvocation(Batch.MESSAGES)
public class SelectBenchmark extends PerMessage {
    /** Enlisted once. */
    @Benchmark
    public long repeat(Troupe.Any state, Width width) {
        return state.run(system -> ActorStack.select(system, width.work(), true));
    }

    /** A new select for each element. */
    @Benchmark
    public long once(Troupe.Any state, Width width) {
        return state.run(system -> ActorStack.select(system, width.work(), false));
    }

    /** Among what it selects. */
    @State(Scope.Benchmark)
    public static class Width {
        /** Channels. */
        @Param({"2", "4", "8"})
        public int channels = 2;

        /** Of each channel; 0: none. */
        @Param({"0", "128"})
        public int capacity;

        ChannelWork work() {
            return new ChannelWork(ChannelWork.Kind.SELECT, channels, 1, capacity, Batch.MESSAGES);
        }
    }
}
