// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.cluster.MembersFixture.Node;
import io.troupe.cluster.actor.CallId;
import io.troupe.cluster.actor.StoreUnavailableException;
import io.troupe.cluster.actor.VirtualActor;
import io.troupe.cluster.store.StateKey;
import io.troupe.core.ActorSystem;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.testkit.Await;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Actors without stored state, alone and in several members. */
class VirtualActorTest {
    private static final Duration LIMIT = MembersFixture.LIMIT;
    private static final int KEYS = 40;

    private MembersFixture members = new MembersFixture();

    @AfterEach
    void close() {
        members.close();
    }

    private Node host(String name) {
        Node node = members.join(name);
        node.cluster().host(Room.class, () -> new Room(name));
        return node;
    }

    private static Room room(Node node, int key) {
        return node.cluster().actor(Room.class, "k" + key);
    }

    @Test
    void shouldLiveInAProcessThatIsAlone() {
        try (ActorSystem system = ActorSystem.start("alone")) {
            Cluster cluster = Cluster.join(system, ClusterConfig.memory());
            cluster.host(Room.class, () -> new Room("alone"));
            Room room = cluster.actor(Room.class, "lobby");
            assertThat(room.enter("Ann").await(LIMIT)).containsExactly("Ann");
            assertThat(cluster.actor(Room.class, "lobby").enter("Bob").await(LIMIT))
                    .containsExactly("Ann", "Bob");
            assertThat(cluster.actor(Room.class, "other").guests().await(LIMIT)).isEmpty();
            assertThat(room.where().await(LIMIT)).isEqualTo("alone/lobby");
            room.fail();
            assertThat(room.enter("Cid").await(LIMIT)).containsExactly("Cid");
            assertThatThrownBy(() -> cluster.host(Room.class, () -> new Room("twice")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("must be hosted once: type=room");
            assertThatThrownBy(() -> cluster.actor(Other.class, "a")).isInstanceOf(IllegalArgumentException.class);
            assertThat(new Room("nowhere")).satisfies(made -> assertThatThrownBy(made::where)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("must be made by a cluster"));
        }
    }

    /** Of a class that is not hosted. */
    public static class Other extends VirtualActor<Other> {
        public Promise<String> name() {
            return Promise.of(key());
        }
    }

    @Test
    void shouldBeOneOfEachKeyInAllMembers() {
        Node one = host("one");
        Node two = host("two");
        Node caller = members.join("caller");
        members.awaitShared(one, two);
        Set<String> places = new TreeSet<>();
        for (int i = 0; i < KEYS; i++) {
            room(one, i).say("a");
            assertThat(room(one, i).enter("b").await(LIMIT)).containsExactly("a", "b");
            assertThat(room(two, i).enter("c").await(LIMIT)).containsExactly("a", "b", "c");
            assertThat(room(caller, i).guests().await(LIMIT)).containsExactly("a", "b", "c");
            places.add(room(caller, i).where().await(LIMIT).replaceAll("/.*", ""));
        }
        assertThat(places).containsExactly("one", "two");
        assertThat(members.store.load(new StateKey("room", "k1"))).isNull();
    }

    @Test
    void shouldTakeCallsWithAnIdAsIfTheyHadNone() {
        Node one = host("one");
        Node two = host("two");
        members.awaitShared(one, two);
        CallId id = CallId.of("request");
        for (int i = 0; i < KEYS; i++) {
            int key = i;
            id.run(() -> room(one, key).enter("a")).await(LIMIT);
            assertThat(id.run(() -> room(two, key).enter("a")).await(LIMIT)).containsExactly("a", "a");
        }
    }

    @Test
    void shouldMoveWithTheirKeyAndFailNoCall() {
        Node one = host("one");
        members.awaitShared(one);
        for (int i = 0; i < KEYS; i++) {
            room(one, i).enter("a").await(LIMIT);
        }
        Node two = host("two");
        members.awaitShared(one, two);
        Await.until("many keys have moved", LIMIT, () -> two.cluster().self().shards() > 1_000);
        int moved = 0;
        for (int i = 0; i < KEYS; i++) {
            boolean hadMoved = room(one, i).where().await(LIMIT).startsWith("two");
            List<String> guests = room(one, i).enter("b").await(LIMIT);
            if (hadMoved) {
                moved++;
                assertThat(guests).containsExactly("b"); // its state was in memory
            } else if (room(one, i).where().await(LIMIT).startsWith("one")) {
                assertThat(guests).containsExactly("a", "b");
            }
        }
        assertThat(moved).isPositive();
        two.cluster().close();
        members.awaitShared(one);
        for (int i = 0; i < KEYS; i++) {
            assertThat(room(one, i).where().await(LIMIT)).isEqualTo("one/k" + i);
            assertThat(room(one, i).guests().await(LIMIT)).doesNotHaveDuplicates();
        }
    }

    @Test
    void shouldBeTakenOverFromADeadMember() {
        Node one = host("one");
        Node two = host("two");
        members.awaitShared(one, two);
        for (int i = 0; i < KEYS; i++) {
            room(one, i).enter("a").await(LIMIT);
        }
        members.vanish(two);
        Await.until("one has all", LIMIT, () -> one.cluster().self().shards() == 4096);
        for (int i = 0; i < KEYS; i++) {
            assertThat(whereOnceLinksAreKnownToBeLost(room(one, i))).isEqualTo("one/k" + i);
        }
        assertThatThrownBy(() -> room(two, 1).guests().await(LIMIT)).hasMessageContaining("has ended");
    }

    private static String whereOnceLinksAreKnownToBeLost(Room room) {
        while (true) {
            try {
                return room.where().await(LIMIT);
            } catch (LinkLostException e) {
                assertThat(e.maybeExecuted()).isTrue();
            }
        }
    }

    @Test
    void shouldNotBeServedWithoutALeaseUnlessThatIsBestEffort() {
        members = new MembersFixture(Duration.ofSeconds(3));
        Node one = host("one");
        one.cluster().host(Lounge.class, Lounge::new);
        members.awaitShared(one);
        Room room = room(one, 1);
        Lounge lounge = one.cluster().actor(Lounge.class, "k1");
        lounge.enter("a").await(LIMIT);
        Await.until("there is a lease", LIMIT, () -> !isRefused(room));
        CompletablePromise<String> signal = new CompletablePromise<>();
        CompletablePromise<String> lax = new CompletablePromise<>();
        Promise<Boolean> later = room.mayActAfter(signal);
        Promise<Boolean> laxLater = lounge.mayActAfter(lax);
        lounge.guests().await(LIMIT);
        members.cutOff(one);
        Await.until("the lease has ended", LIMIT, () -> isRefused(room));
        assertThatThrownBy(() -> room.guests().await(LIMIT))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("must have a lease");
        signal.complete("now");
        assertThat(later.await(LIMIT)).isFalse();
        assertThat(lounge.enter("b").await(LIMIT)).isEqualTo(2);
        lax.complete("now");
        assertThat(laxLater.await(LIMIT)).isTrue();
    }

    private static boolean isRefused(Room room) {
        try {
            room.guests().await(LIMIT);
            return false;
        } catch (StoreUnavailableException e) {
            return true;
        }
    }
}
