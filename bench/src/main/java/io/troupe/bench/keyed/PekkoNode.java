// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.keyed;

import com.typesafe.config.ConfigFactory;
import io.troupe.bench.peer.PekkoPeer;
import java.time.Duration;
import java.util.function.Supplier;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.Props;
import org.apache.pekko.actor.typed.SpawnProtocol;
import org.apache.pekko.actor.typed.javadsl.AskPattern;
import org.apache.pekko.cluster.sharding.typed.javadsl.ClusterSharding;
import org.apache.pekko.cluster.sharding.typed.javadsl.Entity;
import org.apache.pekko.cluster.sharding.typed.javadsl.EntityTypeKey;
import org.apache.pekko.cluster.typed.Cluster;
import org.apache.pekko.cluster.typed.Join;

/** The only node of a cluster of Pekko, so all entities are here. Set up as nodes of several are. */
final class PekkoNode implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final ActorSystem<SpawnProtocol.Command> system = ActorSystem.create(
            SpawnProtocol.create(),
            "bench",
            ConfigFactory.parseResources("pekko-cluster.conf")
                    .withFallback(PekkoPeer.config())
                    .resolve());

    PekkoNode() {
        Cluster cluster = Cluster.get(system);
        cluster.manager().tell(Join.create(cluster.selfMember().address()));
    }

    /** Entities of a type; who wants one by key asks for it. */
    <M> ClusterSharding host(EntityTypeKey<M> type, Supplier<Behavior<M>> behavior) {
        ClusterSharding sharding = ClusterSharding.get(system);
        sharding.init(Entity.of(type, context -> behavior.get()));
        return sharding;
    }

    <M> ActorRef<M> spawn(Behavior<M> behavior) {
        return AskPattern.<SpawnProtocol.Command, ActorRef<M>>ask(
                        system,
                        replyTo -> new SpawnProtocol.Spawn<>(behavior, "", Props.empty(), replyTo),
                        LIMIT,
                        system.scheduler())
                .toCompletableFuture()
                .join();
    }

    @Override
    public void close() {
        system.terminate();
        system.getWhenTerminated().toCompletableFuture().join();
    }
}
