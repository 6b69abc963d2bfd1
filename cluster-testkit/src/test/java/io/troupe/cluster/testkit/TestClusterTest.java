// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.cluster.Cluster;
import io.troupe.cluster.ClusterMember;
import io.troupe.cluster.actor.FencedException;
import io.troupe.cluster.actor.StoreUnavailableException;
import io.troupe.cluster.actor.VirtualActor;
import io.troupe.core.promise.Promise;
import io.troupe.testkit.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TestClusterTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int KEYS = 30;
    private static final int MOVES = 3_000;

    private final TestCluster cluster = TestCluster.manual(member -> member.host(Tally.class, Tally::new));

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void shouldShareKeysAmongMembersWhileTimeStandsStill() {
        Cluster red = cluster.join("red");
        Cluster blue = cluster.join("blue");
        cluster.settle();
        for (int i = 0; i < KEYS; i++) {
            red.actor(Tally.class, "k" + i).add(1).await(LIMIT);
            assertThat(blue.actor(Tally.class, "k" + i).add(2).await(LIMIT)).isEqualTo(3);
        }
        assertThat(owners()).contains("red", "blue");
        assertThat(red.members().stream().mapToInt(ClusterMember::shards).sum()).isEqualTo(4096);
        assertThat(cluster.clock().nanos()).isZero();
    }

    @Test
    void shouldShareKeysThoughWhoJoinedFirstOnlyCalls() {
        Cluster caller = cluster.join("caller", member -> {});
        cluster.advance(Duration.ofSeconds(3));
        cluster.join("red");
        cluster.settle();
        assertThat(caller.actor(Tally.class, "a").add(1).await(LIMIT)).isEqualTo(1);
        assertThat(caller.self().shards()).isZero();
        assertThat(owners()).containsOnly("red");
    }

    @Test
    void shouldMoveNoKeysToAnEarlierVersion() {
        cluster.join("red", "1", member -> member.host(Tally.class, Tally::new));
        cluster.join("blue", "2", member -> member.host(Tally.class, Tally::new));
        cluster.join("green", "2", member -> member.host(Tally.class, Tally::new));
        cluster.settle();
        List<String> before = owners();
        cluster.kill("blue");
        cluster.settle();
        List<String> after = owners();
        for (int i = 0; i < KEYS; i++) {
            assertThat(after.get(i)).isEqualTo(before.get(i).equals("red") ? "red" : "green");
        }
    }

    private List<String> owners() {
        List<String> owners = new ArrayList<>();
        for (int i = 0; i < KEYS; i++) {
            owners.add(cluster.owner(Tally.class, "k" + i));
        }
        return owners;
    }

    @Test
    void shouldTakeOverFromAKilledMember() {
        Cluster red = cluster.join("red");
        Cluster blue = cluster.join("blue");
        cluster.settle();
        for (int i = 0; i < KEYS; i++) {
            red.actor(Tally.class, "k" + i).add(i).await(LIMIT);
        }
        cluster.kill("blue");
        cluster.settle();
        assertThat(owners()).containsOnly("red");
        for (int i = 0; i < KEYS; i++) {
            assertThat(red.actor(Tally.class, "k" + i).count().await(LIMIT)).isEqualTo(i);
        }
        assertThat(blue.ended().await(LIMIT)).contains("dead");
        assertThatThrownBy(() -> blue.actor(Tally.class, "k1").add(1).await(LIMIT));
        assertThatThrownBy(() -> cluster.kill("blue")).isInstanceOf(IllegalStateException.class);
    }

    /** Notes its end. */
    public static class Guest extends VirtualActor<Guest> {
        private final AtomicInteger ends;

        Guest(AtomicInteger ends) {
            this.ends = ends;
        }

        public Promise<String> name() {
            return Promise.of(key());
        }

        @Override
        protected void onStop() {
            ends.incrementAndGet();
        }
    }

    @Test
    void shouldRunNoCodeOfActorsThatWereKilled() {
        AtomicInteger ends = new AtomicInteger();
        Cluster red = cluster.join("red", member -> member.host(Guest.class, () -> new Guest(ends)));
        Cluster blue = cluster.join("blue", member -> member.host(Guest.class, () -> new Guest(ends)));
        cluster.settle();
        red.actor(Guest.class, "a").name().await(LIMIT);
        String owner = cluster.owner(Guest.class, "a");
        cluster.kill(owner);
        assertThat(cluster.member(owner).ended().isSettled()).isTrue();
        assertThat(ends).hasValue(0);
        cluster.settle();
        Cluster left = owner.equals("red") ? blue : red;
        left.actor(Guest.class, "a").name().await(LIMIT);
        cluster.close();
        assertThat(ends).hasValue(1);
    }

    @Test
    void shouldStartAKilledMemberAgainWithoutOthers() {
        Cluster red = cluster.join("red");
        cluster.settle();
        red.actor(Tally.class, "a").add(5).await(LIMIT);
        cluster.kill("red");
        Cluster again = cluster.join("red");
        cluster.settle();
        assertThat(again.actor(Tally.class, "a").count().await(LIMIT)).isEqualTo(5);
    }

    @Test
    void shouldTakeOverFromAMemberThatStandsStillWhenItsLeaseIsOver() {
        Cluster red = cluster.join("red");
        Cluster blue = cluster.join("blue");
        cluster.settle();
        String key = ownedBy("blue");
        red.actor(Tally.class, key).add(1).await(LIMIT);
        cluster.pause("blue");
        Promise<Long> late = red.actor(Tally.class, key).add(1);
        cluster.advance(Duration.ofSeconds(5));
        assertThat(cluster.owner(Tally.class, key)).isEqualTo("blue");
        assertThat(late.isSettled()).isFalse();

        cluster.advance(Duration.ofSeconds(10));
        cluster.settle();
        assertThat(cluster.owner(Tally.class, key)).isEqualTo("red");
        long count = red.actor(Tally.class, key).count().await(LIMIT);
        assertThat(count).isBetween(1L, 2L);

        cluster.resume("blue");
        assertThat(blue.ended().await(LIMIT)).contains("dead");
        assertThatThrownBy(() -> blue.actor(Tally.class, key).add(1).await(LIMIT))
                .isInstanceOf(FencedException.class);
    }

    private String ownedBy(String member) {
        for (int i = 0; i < KEYS; i++) {
            if (cluster.owner(Tally.class, "k" + i).equals(member)) {
                return "k" + i;
            }
        }
        throw new AssertionError("a member of two must own one of 30 keys");
    }

    @Test
    void shouldAnswerNothingWhileAMemberStandsStill() {
        Cluster red = cluster.join("red");
        Cluster blue = cluster.join("blue");
        cluster.settle();
        String key = ownedBy("blue");
        String own = ownedBy("red");
        red.actor(Tally.class, key).add(1).await(LIMIT);
        cluster.pause("blue");
        Promise<Long> there = red.actor(Tally.class, key).add(1);
        Promise<Long> within = blue.actor(Tally.class, key).add(1);
        Promise<Long> outwards = blue.actor(Tally.class, own).add(1);
        red.actor(Tally.class, own).add(1).await(LIMIT);
        assertThat(List.of(there, within, outwards)).noneMatch(Promise::isSettled);
        cluster.resume("blue");
        Promise.all(List.of(there, within, outwards)).await(LIMIT);
        assertThat(red.actor(Tally.class, key).count().await(LIMIT)).isEqualTo(3);
        assertThat(red.actor(Tally.class, own).count().await(LIMIT)).isEqualTo(2);
    }

    @Test
    void shouldKeepEveryLeaseHoweverFarTimeMoves() {
        Cluster red = cluster.join("red");
        Cluster blue = cluster.join("blue");
        cluster.settle();
        cluster.advance(Duration.ofHours(1));
        cluster.settle();
        assertThat(owners()).contains("red", "blue");
        assertThat(List.of(red.ended(), blue.ended())).noneMatch(Promise::isSettled);
    }

    @Test
    void shouldLeaveEveryMemberALeaseThatLastsAfterEachMoveOfTime() {
        Cluster red = cluster.join("red");
        for (int i = 0; i < MOVES; i++) {
            cluster.advance(cluster.lease().dividedBy(2));
            assertThat(red.health().leaseLeft())
                    .isGreaterThan(cluster.lease().multipliedBy(3).dividedBy(4));
        }
    }

    @Test
    void shouldRemindWhenTimeHasMoved() {
        Cluster red = cluster.join("red");
        cluster.join("blue");
        cluster.settle();
        for (int i = 0; i < KEYS; i++) {
            red.actor(Tally.class, "k" + i).wakeIn(Duration.ofHours(2)).await(LIMIT);
        }
        cluster.kill("blue");
        cluster.settle();
        assertThat(red.actor(Tally.class, "k1").rings().await(LIMIT)).isZero();
        cluster.advance(Duration.ofHours(2));
        for (int i = 0; i < KEYS; i++) {
            Tally tally = red.actor(Tally.class, "k" + i);
            Await.until("it rings", LIMIT, () -> tally.rings().await(LIMIT) == 1);
        }
    }

    @Test
    void shouldLetCallsWaitWhileTwoMembersAreCutOff() {
        Cluster red = cluster.join("red");
        cluster.join("blue");
        Cluster green = cluster.join("green");
        cluster.settle();
        String key = ownedBy("blue");
        red.actor(Tally.class, key).add(1).await(LIMIT);
        cluster.cut("red", "blue");
        Promise<Long> waiting = red.actor(Tally.class, key).count();
        green.actor(Tally.class, key).add(1).await(LIMIT);
        cluster.settle();
        cluster.advance(cluster.lease().multipliedBy(2));
        assertThat(cluster.owner(Tally.class, key)).isEqualTo("blue");
        assertThat(red.members()).hasSize(3);
        assertThat(waiting.isSettled()).isFalse();
        cluster.heal("red", "blue");
        assertThat(waiting.await(LIMIT)).isEqualTo(2);
    }

    @Test
    void shouldCutOffAMemberThatStandsStill() {
        Cluster red = cluster.join("red");
        Cluster blue = cluster.join("blue");
        cluster.settle();
        String key = ownedBy("red");
        blue.actor(Tally.class, key).add(1).await(LIMIT);
        cluster.pause("red");
        cluster.cut("red", "blue");
        Promise<Long> waiting = blue.actor(Tally.class, key).count();
        cluster.resume("red");
        red.actor(Tally.class, key).add(1).await(LIMIT);
        assertThat(waiting.isSettled()).isFalse();
        cluster.heal("red", "blue");
        assertThat(waiting.await(LIMIT)).isEqualTo(2);
    }

    @Test
    void shouldGiveAllKeysAwayWhenAMemberLeaves() {
        Cluster red = cluster.join("red");
        cluster.join("blue");
        cluster.settle();
        List<Promise<Long>> calls = new ArrayList<>();
        for (int i = 0; i < KEYS; i++) {
            calls.add(red.actor(Tally.class, "k" + i).add(1));
        }
        cluster.leave("blue");
        cluster.settle();
        Promise.all(calls).await(LIMIT);
        assertThat(owners()).containsOnly("red");
        assertThatThrownBy(() -> cluster.member("blue")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldStopAtTheEndOfTheLeaseWithoutADatabase() {
        Cluster red = cluster.join("red");
        Cluster blue = cluster.join("blue");
        cluster.settle();
        String key = ownedBy("blue");
        blue.actor(Tally.class, key).add(1).await(LIMIT);
        cluster.cutDatabase("blue");
        assertThatThrownBy(() -> blue.actor(Tally.class, key).add(1).await(LIMIT))
                .isInstanceOf(StoreUnavailableException.class);
        cluster.advance(Duration.ofSeconds(15));
        cluster.settle();
        assertThat(red.actor(Tally.class, key).count().await(LIMIT)).isEqualTo(1);
        assertThatThrownBy(() -> blue.actor(Tally.class, key).count().await(LIMIT))
                .isInstanceOf(RuntimeException.class);
        cluster.healDatabase("blue");
        assertThat(blue.ended().await(LIMIT)).contains("dead");
    }

    @Test
    void shouldRefuseNamesThatMakeNoSense() {
        cluster.join("red");
        assertThatThrownBy(() -> cluster.join("red")).hasMessageContaining("name=red");
        assertThatThrownBy(() -> cluster.kill("blue")).hasMessageContaining("members=[red]");
        cluster.pause("red");
        assertThatThrownBy(() -> cluster.pause("red")).hasMessageContaining("must not stand still");
        assertThatThrownBy(() -> cluster.leave("red")).hasMessageContaining("must not stand still");
        assertThatThrownBy(() -> cluster.advance(Duration.ofSeconds(-1))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> cluster.cut("red", "red")).hasMessageContaining("cut off from itself: name=red");
        assertThatThrownBy(() -> cluster.heal("red", "blue")).hasMessageContaining("name=blue, members=[red]");
        assertThatThrownBy(() -> TestCluster.manual(null)).hasMessage("hosting");
    }

    @Test
    void shouldNotCutOffAMemberThatHasTheNameOfOneThatHasLeft() {
        cluster.join("red");
        cluster.join("blue");
        cluster.settle();
        cluster.cut("red", "blue");
        cluster.leave("blue");
        Cluster again = cluster.join("blue", member -> {});
        cluster.settle();
        again.actor(Tally.class, "a").add(1).await(LIMIT);
        assertThat(cluster.owner(Tally.class, "a")).isEqualTo("red");
    }

    @Test
    void shouldHaveNoMemberWhoseHostingFails() {
        assertThatThrownBy(() -> cluster.join("red", member -> {
                    throw new IllegalArgumentException("on purpose");
                }))
                .hasMessage("on purpose");
        assertThatThrownBy(() -> cluster.member("red")).hasMessageContaining("members=[]");
        cluster.join("red");
    }

    @Test
    void shouldRefuseMembersOfAClosedCluster() {
        cluster.close();
        assertThatThrownBy(() -> cluster.join("red"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("a cluster must not be closed before a member joins: name=red");
    }

    @Test
    void shouldHaveRealTime() {
        try (TestCluster real =
                TestCluster.real(Duration.ofSeconds(3), member -> member.host(Tally.class, Tally::new))) {
            Cluster red = real.join("red");
            Cluster caller = real.join("caller", member -> {});
            real.join("blue");
            real.settle();
            caller.actor(Tally.class, "a").add(1).await(LIMIT);
            String owner = real.owner(Tally.class, "a");
            real.pause(owner);
            Promise<Long> sent =
                    caller.actor(Tally.class, "a").count(); // fails when the link is cut, or is answered elsewhere
            Promise.allSettled(List.of(sent)).await(LIMIT);
            assertThat(caller.actor(Tally.class, "a").count().await(LIMIT)).isEqualTo(1);
            assertThat(real.owner(Tally.class, "a")).isNotEqualTo(owner);
            real.resume(owner);
            assertThat(real.member(owner).ended().await(LIMIT)).contains("dead");
            assertThat(caller.self().shards()).isZero();
            assertThatThrownBy(real::clock).isInstanceOf(IllegalStateException.class);
            assertThat(red).isNotNull();
        }
    }
}
