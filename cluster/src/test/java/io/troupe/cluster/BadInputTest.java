// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.cluster.actor.CallId;
import io.troupe.cluster.actor.DurableActor;
import io.troupe.cluster.actor.Effects;
import io.troupe.cluster.actor.KeyedActor;
import io.troupe.cluster.actor.TypeName;
import io.troupe.cluster.actor.VirtualActor;
import io.troupe.cluster.view.ClusterSchema;
import io.troupe.cluster.view.ClusterView;
import io.troupe.core.ActorSystem;
import io.troupe.core.promise.Promise;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is no class, no name and no time is refused at once, in a sentence. */
@SuppressWarnings({"unchecked", "rawtypes", "NullAway"}) // callers without types, and without a checker
class BadInputTest {
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final String RULE = "a class of actors by key must extend DurableActor or VirtualActor: type=";

    private final ActorSystem system = ActorSystem.start("bad");
    private final Cluster cluster = Cluster.join(system, ClusterConfig.memory());

    @AfterEach
    void close() {
        cluster.close();
        system.close();
    }

    public static class Lantern extends DurableActor<Lantern, Lantern.State> {
        public record State(long lit) {}

        @Override
        protected State initial() {
            return new State(0);
        }

        public Promise<State> cause(Consumer<Effects<Lantern>> causes) {
            return update(state -> state, causes);
        }

        public void ping() {}
    }

    @TypeName("")
    public static class Nameless extends VirtualActor<Nameless> {}

    @ParameterizedTest
    @NullSource
    @ValueSource(classes = {DurableActor.class, VirtualActor.class, KeyedActor.class, String.class})
    void shouldHostNothingButClassesOfActorsByKey(Class<?> type) {
        String sentence = RULE + (type == null ? null : type.getName());
        refused(() -> cluster.host((Class) type, () -> null), sentence);
        refused(() -> cluster.actor((Class) type, "key"), sentence);
        refused(() -> cluster.singleton((Class) type), sentence);
        refused(() -> cluster.singleton((Class) type, () -> null), sentence);
    }

    @Test
    void shouldHostNoClassWhoseNameIsNoName() {
        refused(() -> cluster.host(Nameless.class, Nameless::new), "type must have 1 to 512 characters: length=0");
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(classes = {DurableActor.class, Nameless.class, String.class})
    void shouldCauseCallsOfDurableActorsOnly(Class<?> type) {
        cluster.host(Lantern.class, Lantern::new);
        refusedCause(
                effects -> effects.to((Class) type, "key"),
                "an effect must call actors of a class that extends DurableActor: type="
                        + (type == null ? null : type.getName()) + ", key=key");
    }

    @Test
    void shouldRemindAfterATimeOnly() {
        cluster.host(Lantern.class, Lantern::new);
        refusedCause(
                effects -> effects.remind("name", null, Lantern::ping),
                "delay must be from 0 to 36500 days: delay=null");
        refusedCause(
                effects -> effects.remind("name", LIMIT, (Duration) null, Lantern::ping),
                "every must be from 1 second to 36500 days: every=null");
    }

    private void refusedCause(Consumer<Effects<Lantern>> causes, String sentence) {
        Lantern lantern = cluster.actor(Lantern.class, "key");
        refused(() -> lantern.cause(causes).await(LIMIT), sentence);
    }

    @Test
    void shouldHaveTopicsWithNamesOnly() {
        refused(() -> cluster.topic("", String.class), "topic must have 1 to 512 characters: length=0");
        refused(() -> cluster.topic("a\nb", String.class), "topic must not have control characters: index=1, code=10");
    }

    @Test
    void shouldBeConfiguredByTimesOnly() {
        ClusterConfig alone = ClusterConfig.memory();
        refused(() -> alone.lease(null), "lease must be from 3 to 60 seconds: lease=null");
        refused(() -> alone.drain(null), "drain must be from zero to an hour: drain=null");
        refused(() -> alone.callIdsFor(null), "callIdsFor must be from 1 minute to 366 days: callIdsFor=null");
        refused(() -> ClientConfig.defaults().within(null), "within must be from 100 ms to an hour: within=null");
    }

    @Test
    void shouldNameWhatIsMissing() {
        ClusterConfig alone = ClusterConfig.memory();
        missing(() -> Cluster.join(null, alone), "system");
        missing(() -> Cluster.join(system, null), "config");
        missing(() -> Cluster.createSchema(null), "dataSource");
        missing(() -> alone.times(null), "times");
        missing(() -> alone.name(null), "name");
        missing(() -> alone.roles((String[]) null), "roles");
        missing(() -> alone.roles("one", null), "role");
        missing(() -> Cluster.client(null, List.of("tcp://127.0.0.1:1")), "system");
        missing(() -> Cluster.client(system, List.of("tcp://127.0.0.1:1"), null), "config");
        missing(() -> Cluster.client(system, Arrays.asList((String) null)), "address");
        missing(() -> cluster.lookup(null), "lookup");
        missing(() -> cluster.leave(null), "limit");
        missing(() -> cluster.host(Lantern.class, Lantern::new, null), "options");
        missing(() -> cluster.workers(null, () -> null, 1), "type");
        missing(() -> cluster.topic(null, String.class), "topic");
        missing(() -> cluster.topic("name", null), "type");
        missing(() -> cluster.topic("name", String.class, null), "config");
        missing(() -> ClusterView.file(null), "file");
        missing(() -> ClusterView.database(null), "database");
        missing(() -> ClusterSchema.apply((Path) null), "file");
        missing(() -> CallId.of("id").run((Runnable) null), "calls");
        missing(() -> CallId.of("id").run((Supplier<Object>) null), "calls");
        refused(() -> Cluster.client(system, null), "a client must know the address of a member: addresses=null");
    }

    @Test
    void shouldShowAtLeastOneRow(@TempDir Path folder) {
        Path file = folder.resolve("state.db");
        ClusterSchema.apply(file);
        try (ClusterView view = ClusterView.file(file)) {
            refused(() -> view.reminders(null, null, null, 0), "limit must be at least 1: limit=0");
            refused(() -> view.effects(false, -1), "limit must be at least 1: limit=-1");
            refused(() -> view.requeueEffects(-1), "limit must be at least 1: limit=-1");
            refused(() -> view.leave(null), "the id of a member must be 16 hexadecimal digits: id=null");
            refused(() -> view.fence("x"), "the id of a member must be 16 hexadecimal digits: id=x");
            assertThat(view.reminders(null, null, Instant.MAX, 1)).isEmpty();
        }
    }

    private static void refused(Runnable call, String sentence) {
        assertThatThrownBy(call::run)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(sentence);
    }

    private static void missing(Runnable call, String name) {
        assertThatThrownBy(call::run).isInstanceOf(NullPointerException.class).hasMessage(name);
    }
}
