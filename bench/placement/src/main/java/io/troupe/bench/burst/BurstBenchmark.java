// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.burst;

import io.troupe.bench.harness.PerMessage;
import io.troupe.bench.harness.Troupe;
import io.troupe.bench.harness.Workload;
import io.troupe.bench.peer.Peer;
import io.troupe.bench.peer.Peers;
import io.troupe.core.actor.ActorOptions;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/** Microseconds until a burst is done: about 6400 by default, whatever the number of workers, at best. */
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class BurstBenchmark extends PerMessage {
    /** Homes by the dispatcher. */
    @Benchmark
    public long troupe(Troupe.Any state, Burst burst) {
        return state.run(system -> {
            burst.crew().selfDriven(system, owner -> ActorOptions.defaults());
            return burst::run;
        });
    }

    /** Hand-written messages. */
    @Benchmark
    public long pekko(Peers.Pekko state, Burst burst) {
        return state.run(peer -> onPeer(peer, burst));
    }

    /** Hand-written actors. */
    @Benchmark
    public long executor(Peers.Executor state, Burst burst) {
        return state.run(peer -> onPeer(peer, burst));
    }

    /** Hand-written actors. */
    @Benchmark
    public long forkJoin(Peers.ForkJoin state, Burst burst) {
        return state.run(peer -> onPeer(peer, burst));
    }

    private static Workload onPeer(Peer peer, Burst burst) {
        burst.crew().selfDriven(peer);
        return burst::run;
    }
}
