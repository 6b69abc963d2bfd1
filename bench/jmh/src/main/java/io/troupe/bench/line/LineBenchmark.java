// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.line;

import io.troupe.bench.harness.Batch;
import io.troupe.bench.harness.CpuTime;
import io.troupe.bench.harness.PerMessage;
import io.troupe.bench.harness.Troupe;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** One thread publishes, one by one, to a row of stages around a ring of 1024 slots; per element. */
@OperationsPerInvocation(Batch.MESSAGES)
public class LineBenchmark extends PerMessage {
    /** Each stage in a cell of its own, each dispatcher. */
    @Benchmark
    public long troupe(Troupe.Any state, Length length, CpuTime cpu) {
        return cpu.counted(state.run(Stages.of(length.stages)::apart));
    }

    /** All stages in one cell. */
    @Benchmark
    public long troupeFused(Troupe.Any state, Length length, CpuTime cpu) {
        return cpu.counted(state.run(Stages.of(length.stages)::fused));
    }

    /** Pekko's streams with a boundary before each stage. */
    @Benchmark
    public long pekkoAsync(StreamPeers.Pekko state, Length length, CpuTime cpu) {
        return cpu.counted(state.run(length.stages, true));
    }

    /** Pekko's streams with all stages in one actor. */
    @Benchmark
    public long pekkoFused(StreamPeers.Pekko state, Length length, CpuTime cpu) {
        return cpu.counted(state.run(length.stages, false));
    }

    /** Reactor with {@code publishOn} before each stage. */
    @Benchmark
    public long reactorPublishOn(StreamPeers.Reactor state, Length length, CpuTime cpu) {
        return cpu.counted(state.run(length.stages, true));
    }

    /** Reactor with all stages on one stack. */
    @Benchmark
    public long reactorFused(StreamPeers.Reactor state, Length length, CpuTime cpu) {
        return cpu.counted(state.run(length.stages, false));
    }

    /** A thread per stage, which yields while it waits. */
    @Benchmark
    public long disruptor(StageThreads.Yielding state, CpuTime cpu) {
        return cpu.counted(state.run());
    }

    /** A thread per stage, which sleeps while it waits. */
    @Benchmark
    public long disruptorBlocking(StageThreads.Blocking state, CpuTime cpu) {
        return cpu.counted(state.run());
    }

    /** How long the line is. */
    @State(Scope.Benchmark)
    public static class Length {
        /** Stages, the one that adds up included. */
        @Param({"3", "5"})
        public int stages = 3;
    }
}
