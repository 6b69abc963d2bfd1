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

/** The actors of {@link Skew} on everybody; which of them get how many messages is up to the suite. */
public abstract class SkewedLoad extends PerMessage {
    /** For suites. */
    protected SkewedLoad() {}

    /** The messages, for actors that are there. */
    protected abstract Workload load(Skew skew);

    /** The best static assignment, over all phases where there are several. */
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

    private Workload onBestWorkers(ActorSystem system, Skew skew) {
        int[] workers = skew.bestWorkers();
        skew.crew().selfDriven(system, owner -> Troupe.on(workers[owner]));
        return load(skew);
    }

    private Workload onTroupe(ActorSystem system, Skew skew) {
        skew.crew().selfDriven(system, owner -> ActorOptions.defaults());
        return load(skew);
    }

    private Workload onPeer(Peer peer, Skew skew) {
        skew.crew().selfDriven(peer);
        return load(skew);
    }
}
