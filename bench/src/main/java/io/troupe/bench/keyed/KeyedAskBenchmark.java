// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.keyed;

import io.troupe.bench.ask.Asks;
import io.troupe.bench.ask.PekkoAsk;
import io.troupe.bench.ask.Series;
import io.troupe.bench.harness.Batch;
import io.troupe.bench.harness.Completion;
import io.troupe.bench.harness.PerMessage;
import io.troupe.bench.harness.Troupe;
import io.troupe.bench.harness.Workload;
import io.troupe.bench.peer.PekkoPeer;
import io.troupe.cluster.Cluster;
import io.troupe.core.ActorSystem;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.cluster.sharding.typed.javadsl.EntityTypeKey;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** An actor asks an actor by key, whose owner is in this process, with one ask or a thousand in flight. */
@OperationsPerInvocation(Batch.MESSAGES)
public class KeyedAskBenchmark extends PerMessage {
    /** The one who answers is a virtual actor of a member; without deadlines. */
    @Benchmark
    public long troupe(Troupe.Any state, Window window) {
        return state.run(window::byKey);
    }

    /** The same; each ask has a deadline, as Pekko's always have. */
    @Benchmark
    public long troupeDeadline(Troupe.WithDeadlines state, Window window) {
        return state.run(window::byKey);
    }

    /** The limit: the one who answers was spawned; without deadlines. */
    @Benchmark
    public long limitSpawned(Troupe.Any state, Window window) {
        return state.run(new Asks(window.outstanding)::onTroupe);
    }

    /** The one who answers is an entity of Pekko's sharding; its ask with its timeout. */
    @Benchmark
    @Fork(jvmArgsPrepend = PekkoPeer.JVM_OPTION)
    public long pekko(Entities state, Window window) {
        return state.workload(window.outstanding).run();
    }

    /** How many asks are in flight. */
    @State(Scope.Benchmark)
    public static class Window {
        /** Asks in flight. */
        @Param({"1", "1000"})
        public int outstanding;

        Workload byKey(ActorSystem system) {
            Cluster cluster = Member.join(system);
            cluster.host(KeyedAnswerer.class, KeyedAnswerer::new);
            KeyedAnswerer answerer = cluster.actor(KeyedAnswerer.class, "key");
            Completion completion = new Completion();
            KeyedAsker asker = system.spawn(KeyedAsker.class, () -> new KeyedAsker(answerer, new Series(completion)));
            return () -> {
                asker.begin(outstanding);
                return completion.await(Series.expected());
            };
        }
    }

    /** One node of Pekko with entities. */
    @State(Scope.Benchmark)
    public static class Entities {
        private @Nullable PekkoNode node;
        private @Nullable Workload workload;

        /** Starts it before a trial. */
        @Setup(Level.Trial)
        public void start() {
            node = new PekkoNode();
        }

        /** Ends it. */
        @TearDown(Level.Trial)
        public void stop() {
            running().close();
            workload = null;
        }

        private PekkoNode running() {
            PekkoNode started = node;
            if (started == null) {
                throw new IllegalStateException("node must be started by the harness: node=null");
            }
            return started;
        }

        Workload workload(int outstanding) {
            Workload made = workload;
            if (made == null) {
                made = make(outstanding);
                workload = made;
            }
            return made;
        }

        private Workload make(int outstanding) {
            Completion completion = new Completion();
            EntityTypeKey<PekkoAsk.Question> type = EntityTypeKey.create(PekkoAsk.Question.class, "answerer");
            ActorRef<PekkoAsk.Message> asker = running()
                    .spawn(PekkoAsk.asker(
                            running().host(type, PekkoAsk::answerer).entityRefFor(type, "key"),
                            new Series(completion)));
            return () -> {
                asker.tell(new PekkoAsk.Begin(outstanding));
                return completion.await(Series.expected());
            };
        }
    }
}
