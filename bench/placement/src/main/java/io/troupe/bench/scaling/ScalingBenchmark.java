// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.scaling;

import io.troupe.bench.harness.PerMessage;
import io.troupe.bench.harness.Troupe;
import io.troupe.bench.harness.Workload;
import io.troupe.bench.pi.ActorPi;
import io.troupe.bench.pi.Job;
import io.troupe.core.ActorSystem;
import io.troupe.core.actor.ActorOptions;
import io.troupe.dispatch.Dispatcher;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Milliseconds for a hundred million terms. */
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class ScalingBenchmark extends PerMessage {
    /** Dedicated workers, a slicer assigned to each. */
    @Benchmark
    public long byHand(ByHand state, Job job, Feed feed) {
        return state.run(system -> feed.workload(new ActorPi(system, job, state.workers, Troupe::on)));
    }

    /** The dispatcher's own choice; the same system and actors in all invocations. */
    @Benchmark
    public long kept(Kept state, Job job, Feed feed) {
        return state.run(system -> feed.workload(freely(system, job, state.workers)));
    }

    /** The dispatcher's own choice; a new system in each invocation, from its start to its end. */
    @Benchmark
    public long fresh(Fresh state, Job job, Feed feed) {
        try (ActorSystem system = state.open()) {
            return feed.workload(freely(system, job, state.workers)).run();
        }
    }

    private static ActorPi freely(ActorSystem system, Job job, int workers) {
        return new ActorPi(system, job, workers, slicer -> ActorOptions.defaults());
    }

    /** Who sends the slicers their jobs. */
    @State(Scope.Benchmark)
    public static class Feed {
        /** outside: the benchmark thread, all at once; self: each slicer. */
        @Param({"outside", "self"})
        public String feed = "outside";

        Workload workload(ActorPi pi) {
            return switch (feed) {
                case "outside" -> pi.fed();
                case "self" -> pi.selfFed();
                default -> throw new IllegalArgumentException("feed must be outside or self: feed=" + feed);
            };
        }
    }

    /** Dedicated. */
    public static class ByHand extends Troupe {
        /** Threads, and slicers. */
        @Param({"1", "2"})
        public int workers = 1;

        @Override
        protected Dispatcher dispatcher() {
            return dispatcher("dedicated", workers);
        }
    }

    /** Any dispatcher. */
    public static class Kept extends Troupe {
        /** Most threads, and slicers. */
        @Param({"1", "2"})
        public int workers = 1;

        /** Which dispatcher. */
        @Param({"adaptive"})
        public String dispatcher = "adaptive";

        @Override
        protected Dispatcher dispatcher() {
            return dispatcher(dispatcher, workers);
        }
    }

    /** Any dispatcher, again and again. */
    @State(Scope.Benchmark)
    public static class Fresh {
        /** Most threads, and slicers. */
        @Param({"1", "2"})
        public int workers = 1;

        /** Which dispatcher. */
        @Param({"adaptive"})
        public String dispatcher = "adaptive";

        ActorSystem open() {
            return ActorSystem.builder()
                    .name("fresh")
                    .dispatcher(Troupe.dispatcher(dispatcher, workers))
                    .start();
        }
    }
}
