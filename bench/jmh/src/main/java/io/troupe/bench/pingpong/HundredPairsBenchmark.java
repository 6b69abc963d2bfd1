// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.pingpong;

import io.troupe.bench.harness.Batch;
import io.troupe.bench.harness.PerMessage;
import io.troupe.bench.harness.Troupe;
import io.troupe.bench.peer.Peers;
import io.troupe.bench.ring.Rings;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/** A hundred pairs at once. */
@OperationsPerInvocation(Batch.MESSAGES)
public class HundredPairsBenchmark extends PerMessage {
    private static final int COUNT = 100;
    private static final Rings PAIRS = new Rings(COUNT, 2, Batch.MESSAGES / COUNT);

    /** Generated calls, each dispatcher. */
    @Benchmark
    public long troupe(Troupe.Any state) {
        return state.run(PAIRS::onTroupe);
    }

    /** Hand-written messages. */
    @Benchmark
    public long pekko(Peers.Pekko state) {
        return state.run(PAIRS::onPeer);
    }

    /** Hand-written actors. */
    @Benchmark
    public long executor(Peers.Executor state) {
        return state.run(PAIRS::onPeer);
    }

    /** Hand-written actors. */
    @Benchmark
    public long forkJoin(Peers.ForkJoin state) {
        return state.run(PAIRS::onPeer);
    }

    /** From Java 21 on. */
    @Benchmark
    public long virtualThreads(Peers.VirtualThread state) {
        return state.run(PAIRS::onPeer);
    }
}
