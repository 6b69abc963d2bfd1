// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.cluster.pekko;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.troupe.bench.cluster.pekko.Note.Request;
import io.troupe.bench.cluster.stack.Node;
import io.troupe.bench.cluster.stack.Site;
import io.troupe.bench.cluster.stack.Stack;
import io.troupe.bench.cluster.stack.Store;
import io.troupe.bench.peer.PekkoPeer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.pekko.actor.AddressFromURIString;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.Props;
import org.apache.pekko.actor.typed.SpawnProtocol;
import org.apache.pekko.actor.typed.javadsl.AskPattern;
import org.apache.pekko.cluster.sharding.typed.HashCodeNoEnvelopeMessageExtractor;
import org.apache.pekko.cluster.sharding.typed.javadsl.ClusterSharding;
import org.apache.pekko.cluster.sharding.typed.javadsl.Entity;
import org.apache.pekko.cluster.sharding.typed.javadsl.EntityTypeKey;
import org.apache.pekko.cluster.typed.Cluster;
import org.apache.pekko.cluster.typed.Join;

/**
 * Pekko Cluster Sharding between typed actors, over Artery with TCP, with its JDBC plugin: a journal, which writes the events
 * of many actors together, or a durable state, which is one row. Tuned: {@code pekko-cluster.conf} has the settings, messages
 * are their own envelopes with a serializer of their own, and replies go to an actor, not to futures.
 */
public final class PekkoStack implements Stack {
    private static final String SYSTEM = "bench";
    private static final String HOST = "host";
    private static final int SHARDS = 100;
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final boolean journal;

    /** Makes the stack, with a journal or with durable states. */
    public PekkoStack(boolean journal) {
        this.journal = journal;
    }

    @Override
    public String name() {
        return journal ? "pekko" : "pekko-state";
    }

    @Override
    public List<String> jvmOptions() {
        return List.of(PekkoPeer.JVM_OPTION);
    }

    @Override
    public void prepare(Store store) throws Exception {
        List<String> statements = new ArrayList<>();
        for (String statement : schema().split(";", -1)) {
            if (!statement.isBlank()) {
                statements.add(statement);
            }
        }
        store.run(statements);
    }

    @Override
    public Node join(Site site) {
        ActorSystem<SpawnProtocol.Command> system = ActorSystem.create(SpawnProtocol.create(), SYSTEM, config(site));
        Cluster cluster = Cluster.get(system);
        String seed = site.seed().isEmpty() ? cluster.selfMember().address().toString() : site.seed();
        cluster.manager().tell(Join.create(AddressFromURIString.parse(seed)));
        ActorRef<Request> parrots = region(system, "parrot", key -> Entities.parrot());
        ActorRef<Request> holders = region(system, "holder", journal ? Entities::journaled : Entities::replaced);
        Calls calls = new Calls();
        ActorRef<Note.Reply> replies = spawn(system, calls.replies());
        return new EntityNode(system, parrots, holders, calls, replies);
    }

    private Config config(Site site) {
        return ConfigFactory.parseString(String.join(
                        "\n",
                        "pekko.cluster.roles = [" + (site.hosting() ? HOST : "") + "]",
                        "pekko-persistence-jdbc.shared-databases.slick.db.url = \""
                                + site.store().url() + "\""))
                .withFallback(ConfigFactory.parseResources("pekko-cluster.conf"))
                .withFallback(PekkoPeer.config())
                .resolve();
    }

    private static ActorRef<Request> region(
            ActorSystem<?> system, String name, Function<String, Behavior<Request>> behavior) {
        EntityTypeKey<Request> type = EntityTypeKey.create(Request.class, name);
        return ClusterSharding.get(system)
                .init(Entity.of(type, context -> behavior.apply(context.getEntityId()))
                        .withRole(HOST)
                        .withMessageExtractor(new HashCodeNoEnvelopeMessageExtractor<Request>(SHARDS) {
                            @Override
                            public String entityId(Request request) {
                                return request.key();
                            }
                        }));
    }

    private static <M> ActorRef<M> spawn(ActorSystem<SpawnProtocol.Command> system, Behavior<M> behavior) {
        return AskPattern.<SpawnProtocol.Command, ActorRef<M>>ask(
                        system,
                        replyTo -> new SpawnProtocol.Spawn<>(behavior, "", Props.empty(), replyTo),
                        LIMIT,
                        system.scheduler())
                .toCompletableFuture()
                .join();
    }

    private static String schema() throws IOException {
        try (InputStream input = PekkoStack.class.getResourceAsStream("/schema/postgres/postgres-create-schema.sql")) {
            if (input == null) {
                throw new IllegalStateException("pekko-persistence-jdbc must bring its schema");
            }
            return new String(input.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
