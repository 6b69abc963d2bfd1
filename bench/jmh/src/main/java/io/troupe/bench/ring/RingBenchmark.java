// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.ring;

import io.troupe.bench.harness.Batch;
import io.troupe.bench.harness.PerMessage;
import io.troupe.bench.harness.Troupe;
import io.troupe.bench.peer.Peers;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** One token in a ring of a hundred or ten thousand actors; per hop. */
@OperationsPerInvocation(Batch.MESSAGES)
public class RingBenchmark extends PerMessage {
    /** Generated calls, each dispatcher. */
    @Benchmark
    public long troupe(Troupe.Any state, Size size) {
        return state.run(size.rings()::onTroupe);
    }

    /** Hand-written messages. */
    @Benchmark
    public long pekko(Peers.Pekko state, Size size) {
        return state.run(size.rings()::onPeer);
    }

    /** Hand-written actors. */
    @Benchmark
    public long executor(Peers.Executor state, Size size) {
        return state.run(size.rings()::onPeer);
    }

    /** Hand-written actors. */
    @Benchmark
    public long forkJoin(Peers.ForkJoin state, Size size) {
        return state.run(size.rings()::onPeer);
    }

    /** From Java 21 on. */
    @Benchmark
    public long virtualThreads(Peers.VirtualThread state, Size size) {
        return state.run(size.rings()::onPeer);
    }

    /** How long the way round is. */
    @State(Scope.Benchmark)
    public static class Size {
        /** Actors in the ring. */
        @Param({"100", "10000"})
        public int size;

        Rings rings() {
            return Rings.one(size, Batch.MESSAGES);
        }
    }
}
