// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.trap;

import io.troupe.bench.ask.Asks;
import io.troupe.bench.harness.Batch;
import io.troupe.bench.harness.PerMessage;
import io.troupe.bench.harness.Troupe;
import io.troupe.bench.harness.Workload;
import io.troupe.bench.ring.Rings;
import io.troupe.core.ActorSystem;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Warms one placement, measures the other one in the same VM. */
@OperationsPerInvocation(Batch.MESSAGES)
public class TrapBenchmark extends PerMessage {
    private static final int WARM_UP_BATCHES = 10;

    /** Control: one worker from the beginning. */
    @Benchmark
    public long sameWorker(Troupe.Placed state, Traffic traffic) {
        return state.run(traffic::sameWorker);
    }

    /** One worker after much traffic between two. */
    @Benchmark
    public long sameWorkerAfterCross(Troupe.Placed state, Traffic traffic) {
        return state.run(system -> warmed(traffic.crossWorker(system), traffic.sameWorker(system)));
    }

    /** Control: two workers from the beginning. */
    @Benchmark
    public long crossWorker(Troupe.Placed state, Traffic traffic) {
        return state.run(traffic::crossWorker);
    }

    /** Two workers after much traffic on one. */
    @Benchmark
    public long crossWorkerAfterSame(Troupe.Placed state, Traffic traffic) {
        return state.run(system -> warmed(traffic.sameWorker(system), traffic.crossWorker(system)));
    }

    private static Workload warmed(Workload before, Workload measured) {
        for (int i = 0; i < WARM_UP_BATCHES; i++) {
            before.run();
        }
        return measured;
    }

    /** What the two actors do. */
    @State(Scope.Benchmark)
    public static class Traffic {
        /** A ping-pong of tells, or asks. */
        @Param({"tell", "ask"})
        public String traffic = "tell";

        Workload sameWorker(ActorSystem system) {
            return placed(system, 0);
        }

        Workload crossWorker(ActorSystem system) {
            return placed(system, 1);
        }

        private Workload placed(ActorSystem system, int second) {
            return switch (traffic) {
                case "tell" ->
                    Rings.one(2, Batch.MESSAGES).onTroupe(system, place -> Troupe.on(place == 0 ? 0 : second));
                case "ask" -> new Asks(1).onTroupe(system, Troupe.on(0), Troupe.on(second));
                default -> throw new IllegalArgumentException("traffic must be tell or ask: traffic=" + traffic);
            };
        }
    }
}
