// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.big;

import io.troupe.bench.harness.PerMessage;
import io.troupe.bench.harness.Troupe;
import io.troupe.bench.peer.Peers;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/** Everybody with everybody; per message. */
@OperationsPerInvocation(BigBenchmark.MESSAGES)
public class BigBenchmark extends PerMessage {
    static final int MEMBERS = 1_000;
    static final int ROUNDS = 100;
    static final int MESSAGES = MEMBERS * ROUNDS * 2;
    private static final Crowd CROWD = new Crowd(MEMBERS, ROUNDS);

    /** Generated calls, each dispatcher. */
    @Benchmark
    public long troupe(Troupe.Any state) {
        return state.run(CROWD::onTroupe);
    }

    /** Hand-written messages. */
    @Benchmark
    public long pekko(Peers.Pekko state) {
        return state.run(CROWD::onPeer);
    }

    /** Hand-written actors. */
    @Benchmark
    public long executor(Peers.Executor state) {
        return state.run(CROWD::onPeer);
    }

    /** Hand-written actors. */
    @Benchmark
    public long forkJoin(Peers.ForkJoin state) {
        return state.run(CROWD::onPeer);
    }

    /** From Java 21 on. */
    @Benchmark
    public long virtualThreads(Peers.VirtualThread state) {
        return state.run(CROWD::onPeer);
    }
}
