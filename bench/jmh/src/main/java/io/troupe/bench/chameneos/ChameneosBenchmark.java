// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.chameneos;

import io.troupe.bench.harness.PerMessage;
import io.troupe.bench.harness.Troupe;
import io.troupe.bench.peer.Peers;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/** A hundred creatures; per meeting. Each meeting is counted by both. */
@OperationsPerInvocation(ChameneosBenchmark.MEETINGS)
public class ChameneosBenchmark extends PerMessage {
    static final int MEETINGS = 50_000;
    private static final Game GAME = new Game(100, MEETINGS);

    /** Generated calls, each dispatcher. */
    @Benchmark
    public long troupe(Troupe.Any state) {
        return state.run(GAME::onTroupe);
    }

    /** Hand-written messages. */
    @Benchmark
    public long pekko(Peers.Pekko state) {
        return state.run(GAME::onPeer);
    }

    /** Hand-written actors. */
    @Benchmark
    public long executor(Peers.Executor state) {
        return state.run(GAME::onPeer);
    }

    /** Hand-written actors. */
    @Benchmark
    public long forkJoin(Peers.ForkJoin state) {
        return state.run(GAME::onPeer);
    }

    /** From Java 21 on. */
    @Benchmark
    public long virtualThreads(Peers.VirtualThread state) {
        return state.run(GAME::onPeer);
    }
}
