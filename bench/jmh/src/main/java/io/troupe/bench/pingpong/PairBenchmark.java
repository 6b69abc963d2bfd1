// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.pingpong;

import io.troupe.bench.harness.Batch;
import io.troupe.bench.harness.PerMessage;
import io.troupe.bench.harness.Troupe;
import io.troupe.bench.peer.Peers;
import io.troupe.bench.ring.Rings;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/** One pair. */
@OperationsPerInvocation(Batch.MESSAGES)
public class PairBenchmark extends PerMessage {
    private static final Rings PAIR = Rings.one(2, Batch.MESSAGES);

    /** Placed by the dispatcher. */
    @Benchmark
    public long troupe(Troupe.Any state) {
        return state.run(PAIR::onTroupe);
    }

    /** Both on one worker. */
    @Benchmark
    public long troupeSameWorker(Troupe.Placed state) {
        return state.run(system -> PAIR.onTroupe(system, place -> Troupe.on(0)));
    }

    /** On two workers. */
    @Benchmark
    public long troupeCrossWorker(Troupe.Placed state) {
        return state.run(system -> PAIR.onTroupe(system, Troupe::on));
    }

    /** Hand-written messages. */
    @Benchmark
    public long pekko(Peers.Pekko state) {
        return state.run(PAIR::onPeer);
    }

    /** Across threads: two raw queues. */
    @Benchmark
    public long jctoolsSpin(Peers.Queue state) {
        return state.run(PAIR::onPeer);
    }

    /** Across threads: two ring buffers, busy spinning. */
    @Benchmark
    public long disruptorSpin(Peers.SpinningDisruptor state) {
        return state.run(PAIR::onPeer);
    }

    /** Across threads: two ring buffers, yielding. */
    @Benchmark
    public long disruptorYield(Peers.YieldingDisruptor state) {
        return state.run(PAIR::onPeer);
    }

    /** Hand-written actors. */
    @Benchmark
    public long executor(Peers.Executor state) {
        return state.run(PAIR::onPeer);
    }

    /** Hand-written actors. */
    @Benchmark
    public long forkJoin(Peers.ForkJoin state) {
        return state.run(PAIR::onPeer);
    }

    /** From Java 21 on. */
    @Benchmark
    public long virtualThreads(Peers.VirtualThread state) {
        return state.run(PAIR::onPeer);
    }
}
