// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.phase;

import io.troupe.bench.harness.PerMessage;
import io.troupe.bench.harness.Troupe;
import io.troupe.bench.harness.Workload;
import io.troupe.bench.peer.Peer;
import io.troupe.bench.peer.Peers;
import io.troupe.bench.skew.Skew;
import io.troupe.core.ActorSystem;
import io.troupe.core.actor.ActorOptions;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/** Per message; four phases, in each of them another tenth of the actors gets nine tenths of the messages. */
@OperationsPerInvocation(PhaseBenchmark.PHASES * Skew.MESSAGES)
public class PhaseBenchmark extends PerMessage {
    static final int PHASES = 4;

    /** An assignment that suits all phases. */
    @Benchmark
    public long byHand(Troupe.Placed state, Skew skew) {
        return state.run(system -> onBestWorkers(system, skew));
    }

    /** Homes by the dispatcher. */
    @Benchmark
    public long troupe(Troupe.Any state, Skew skew) {
        return state.run(system -> onTroupe(system, skew));
    }

    /** Hand-written messages. */
    @Benchmark
    public long pekko(Peers.Pekko state, Skew skew) {
        return state.run(peer -> onPeer(peer, skew));
    }

    /** Hand-written actors. */
    @Benchmark
    public long executor(Peers.Executor state, Skew skew) {
        return state.run(peer -> onPeer(peer, skew));
    }

    /** Hand-written actors. */
    @Benchmark
    public long forkJoin(Peers.ForkJoin state, Skew skew) {
        return state.run(peer -> onPeer(peer, skew));
    }

    private static Workload onBestWorkers(ActorSystem system, Skew skew) {
        int[] workers = skew.bestWorkers();
        skew.crew().selfDriven(system, owner -> Troupe.on(workers[owner]));
        return phases(skew);
    }

    private static Workload onTroupe(ActorSystem system, Skew skew) {
        skew.crew().selfDriven(system, owner -> ActorOptions.defaults());
        return phases(skew);
    }

    private static Workload onPeer(Peer peer, Skew skew) {
        skew.crew().selfDriven(peer);
        return phases(skew);
    }

    private static Workload phases(Skew skew) {
        int[][] quotas = new int[PHASES][];
        for (int phase = 0; phase < PHASES; phase++) {
            quotas[phase] = skew.quotas(phase);
        }
        return () -> {
            long messages = 0;
            for (int[] phase : quotas) {
                messages += skew.crew().run(phase);
            }
            return messages;
        };
    }
}
