// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.cluster.MembersFixture.Node;
import io.troupe.cluster.actor.DurableActor;
import io.troupe.cluster.actor.StoreUnavailableException;
import io.troupe.cluster.actor.TypeName;
import io.troupe.core.ActorSystem;
import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.promise.Promise;
import io.troupe.testkit.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Actors of which the whole cluster has one, which nobody calls. */
class SingletonTest {
    private static final Duration LIMIT = MembersFixture.LIMIT;

    @TempDir
    Path folder;

    private MembersFixture members = new MembersFixture();
    private final Collection<String> burning = new ConcurrentLinkedQueue<>();

    @AfterEach
    void close() {
        members.close();
    }

    private Node host(String name) {
        Node node = members.join(name);
        node.cluster().singleton(Lamp.class, () -> new Lamp(name, burning));
        return node;
    }

    private void awaitAt(String member) {
        Await.until("it burns at " + member, LIMIT, () -> List.copyOf(burning).equals(List.of(member)));
    }

    /** Waits until it burns at one place, and returns where. */
    private String place() {
        Await.until("it burns", LIMIT, () -> burning.size() == 1);
        return List.copyOf(burning).get(0);
    }

    @Test
    void shouldLiveUncalledInAProcessThatIsAlone() {
        try (ActorSystem system = ActorSystem.start("alone")) {
            Cluster cluster = Cluster.join(system, ClusterConfig.memory());
            Lamp lamp = cluster.singleton(Lamp.class, () -> new Lamp("alone", burning));
            awaitAt("alone");
            lamp.fail();
            awaitAt("alone");
            lamp.goOut();
            assertThat(whereOnceLinksAreKnownToBeLost(lamp)).isEqualTo("alone");
            awaitAt("alone");
            assertThat(cluster.singleton(Lamp.class).where().await(LIMIT)).isEqualTo("alone");
        }
        assertThat(burning).isEmpty();
    }

    @Test
    void shouldBeReadAgainWhenItsStateCouldNotBeRead() throws Exception {
        try (DurableFixture store = new DurableFixture()) {
            store.store.failLoads(1);
            store.cluster.singleton(Clerk.class, Clerk::new);
            long end = System.nanoTime() + LIMIT.toNanos();
            while (Clerk.ACTIVATED.isEmpty() && System.nanoTime() < end) {
                store.clock.advance(Duration.ofSeconds(1));
                Thread.yield();
            }
            assertThat(Clerk.ACTIVATED).containsExactly("singleton");
        }
    }

    /** Counts what it has been asked, and notes when it begins. */
    @TypeName("clerk")
    public static class Clerk extends DurableActor<Clerk, Clerk.State> {
        private static final Collection<String> ACTIVATED = new ConcurrentLinkedQueue<>();

        /** What is kept. */
        public record State(long asked) {}

        @Override
        protected State initial() {
            return new State(0);
        }

        @Override
        protected void onActivate() {
            ACTIVATED.add(key());
        }

        public Promise<Long> ask() {
            return update(s -> new State(s.asked() + 1)).map(State::asked);
        }
    }

    @Test
    void shouldBeOneOfAllMembersAndMoveWhenItsMemberLeaves() {
        Node one = host("one");
        Node two = host("two");
        Node caller = members.join("caller");
        members.awaitShared(one, two);
        for (Node each : List.of(one, two, caller)) {
            awaitReached(each.cluster().singleton(Lamp.class));
        }
        String first = place();
        (first.equals("one") ? one : two).cluster().close();
        String second = first.equals("one") ? "two" : "one";
        awaitAt(second);
        awaitReached(caller.cluster().singleton(Lamp.class));
    }

    /** Waits until a call comes to where it burns: shards may still move. */
    private void awaitReached(Lamp lamp) {
        Await.until("it answers where it burns", LIMIT, () -> List.copyOf(burning)
                .equals(List.of(whereOnceLinksAreKnownToBeLost(lamp))));
    }

    @Test
    void shouldRunElsewhereWhenItsMemberIsDead() {
        Node one = host("one");
        Node two = host("two");
        members.awaitShared(one, two);
        String first = whereOnceLinksAreKnownToBeLost(one.cluster().singleton(Lamp.class));
        Node dead = first.equals("one") ? one : two;
        Node left = first.equals("one") ? two : one;
        members.vanish(dead);
        awaitAt(left.name());
        assertThat(whereOnceLinksAreKnownToBeLost(left.cluster().singleton(Lamp.class)))
                .isEqualTo(left.name());
    }

    @Test
    void shouldEndWithTheLeaseOfItsMember() {
        members = new MembersFixture(Duration.ofSeconds(3));
        Node one = host("one");
        members.awaitShared(one);
        awaitAt("one");
        members.cutOff(one);
        Await.until("it does not burn", LIMIT, burning::isEmpty);
        assertThatThrownBy(() -> one.cluster().singleton(Lamp.class).where().await(LIMIT))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("must have a lease");
    }

    @Test
    void shouldBeOneOfMembersThatShareAFile() {
        ClusterConfig file = ClusterConfig.file(folder.resolve("state.db"))
                .listen("tcp://127.0.0.1:0")
                .joinDelay(Duration.ZERO);
        try (ActorSystem first = ActorSystem.start("first");
                ActorSystem second = ActorSystem.start("second")) {
            Cluster one = Cluster.join(first, file.name("one"));
            Cluster two = Cluster.join(second, file.name("two"));
            Lamp byOne = one.singleton(Lamp.class, () -> new Lamp("one", burning));
            Lamp byTwo = two.singleton(Lamp.class, () -> new Lamp("two", burning));
            Await.until(
                    "both have shards",
                    LIMIT,
                    () -> one.self().shards() > 0
                            && one.self().shards() + two.self().shards() == 4096
                            && two.self().shards() > 0);
            awaitReached(byOne);
            awaitReached(byTwo);
            String place = place();
            (place.equals("one") ? one : two).close();
            awaitAt(place.equals("one") ? "two" : "one");
        }
        assertThat(burning).isEmpty();
    }

    /** A call over a link whose end is not noticed yet fails, and so does one of an actor that ends, and may be repeated. */
    private static String whereOnceLinksAreKnownToBeLost(Lamp lamp) {
        while (true) {
            try {
                return lamp.where().await(LIMIT);
            } catch (LinkLostException | ActorStoppedException e) {
                assertThat(e).isNotNull();
            }
        }
    }
}
