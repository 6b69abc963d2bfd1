// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.skew;

import io.troupe.bench.harness.PerMessage;
import io.troupe.bench.harness.Troupe;
import io.troupe.bench.harness.Workload;
import io.troupe.bench.peer.Peer;
import io.troupe.bench.peer.Peers;
import io.troupe.core.ActorSystem;
import io.troupe.core.actor.ActorOptions;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/** Per message, all threads together. */
@OperationsPerInvocation(Skew.MESSAGES)
public class SkewBenchmark extends PerMessage {
    /** The best static assignment. */
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
        return batches(skew);
    }

    private static Workload onTroupe(ActorSystem system, Skew skew) {
        skew.crew().selfDriven(system, owner -> ActorOptions.defaults());
        return batches(skew);
    }

    private static Workload onPeer(Peer peer, Skew skew) {
        skew.crew().selfDriven(peer);
        return batches(skew);
    }

    private static Workload batches(Skew skew) {
        int[] quotas = skew.quotas(0);
        return () -> skew.crew().run(quotas);
    }
}
