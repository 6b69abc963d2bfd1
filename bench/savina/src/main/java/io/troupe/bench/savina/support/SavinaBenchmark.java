// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.support;

import io.troupe.bench.harness.PerMessage;
import io.troupe.bench.harness.Troupe;
import io.troupe.bench.harness.Workload;
import io.troupe.bench.peer.Peers;
import io.troupe.bench.peer.PekkoPeer;
import io.troupe.core.ActorSystem;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * One program of the Savina suite in two versions; milliseconds per run of the whole program. A subclass has the sizes
 * as public parameters and makes the workloads; both systems live as long as a trial. Every workload ends by a {@link
 * io.troupe.bench.harness.Completion} or by {@link io.troupe.bench.harness.Parts}, which have a limit of 60 seconds and
 * refuse a wrong result. It is run again and again, so what a run leaves in its actors must not change the next one.
 */
@State(Scope.Benchmark)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public abstract class SavinaBenchmark extends PerMessage {
    /** For the programs. */
    protected SavinaBenchmark() {}

    /**
     * The program on our actors. Called once, with the sizes set.
     *
     * @param system lives longer than the workload
     */
    public abstract Workload onTroupe(ActorSystem system);

    /**
     * The program on Pekko typed. Called once, with the sizes set.
     *
     * @param pekko lives longer than the workload
     */
    public abstract Workload onPekko(PekkoPeer pekko);

    /** Generated calls, each dispatcher. */
    @Benchmark
    public long troupe(Troupe.Any state) {
        return state.run(this::onTroupe);
    }

    /** Hand-written messages. */
    @Benchmark
    public long pekko(Peers.Pekko state) {
        return state.run(peer -> onPekko((PekkoPeer) peer));
    }
}
