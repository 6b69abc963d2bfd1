// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.mixed;

import io.troupe.bench.harness.PerMessage;
import io.troupe.bench.harness.Troupe;
import io.troupe.bench.harness.Workload;
import io.troupe.bench.peer.Peer;
import io.troupe.bench.peer.Peers;
import io.troupe.core.ActorSystem;
import io.troupe.core.actor.ActorOptions;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/** Per message, all threads together: about 2 µs by the number of threads at best. */
@OperationsPerInvocation(Mix.MESSAGES)
public class MixedBenchmark extends PerMessage {
    /** The best static assignment. */
    @Benchmark
    public long byHand(Troupe.Placed state, Mix mix) {
        return state.run(system -> onBestWorkers(system, mix));
    }

    /** Homes by the dispatcher. */
    @Benchmark
    public long troupe(Troupe.Any state, Mix mix) {
        return state.run(system -> onTroupe(system, mix));
    }

    /** Hand-written messages. */
    @Benchmark
    public long pekko(Peers.Pekko state, Mix mix) {
        return state.run(peer -> onPeer(peer, mix));
    }

    /** Hand-written actors. */
    @Benchmark
    public long executor(Peers.Executor state, Mix mix) {
        return state.run(peer -> onPeer(peer, mix));
    }

    /** Hand-written actors. */
    @Benchmark
    public long forkJoin(Peers.ForkJoin state, Mix mix) {
        return state.run(peer -> onPeer(peer, mix));
    }

    private static Workload onBestWorkers(ActorSystem system, Mix mix) {
        int[] workers = mix.bestWorkers();
        mix.crew().selfDriven(system, owner -> Troupe.on(workers[owner]));
        return mix::run;
    }

    private static Workload onTroupe(ActorSystem system, Mix mix) {
        mix.crew().selfDriven(system, owner -> ActorOptions.defaults());
        return mix::run;
    }

    private static Workload onPeer(Peer peer, Mix mix) {
        mix.crew().selfDriven(peer);
        return mix::run;
    }
}
