// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.cluster.Cluster;
import io.troupe.cluster.actor.CallId;
import io.troupe.cluster.actor.DurableActor;
import io.troupe.cluster.actor.FencedException;
import io.troupe.cluster.actor.TypeName;
import io.troupe.cluster.testkit.TestCluster;
import io.troupe.core.promise.Promise;
import io.troupe.testkit.Await;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The tests of chapter 20 of the guide. */
class WarehouseTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    // tag::stock[]
    /** What is left of an article. */
    @TypeName("stock")
    public static class Stock extends DurableActor<Stock, Stock.State> {
        public record State(int left, int held) {}

        @Override
        protected State initial() {
            return new State(10, 0);
        }

        public Promise<Integer> hold(int count) {
            return update(
                            s -> new State(s.left() - count, s.held() + count),
                            effects -> effects.remind("release", Duration.ofDays(1), self -> self.release()))
                    .map(State::left);
        }

        public void release() {
            update(s -> new State(s.left() + s.held(), 0));
        }

        public Promise<Integer> left() {
            return Promise.of(state().left());
        }
    }
    // end::stock[]

    // tag::first[]
    @Test
    void shouldKnowWhatAnotherMemberHolds() {
        try (TestCluster cluster = TestCluster.manual(member -> member.host(Stock.class, Stock::new))) {
            Cluster red = cluster.join("red");
            Cluster blue = cluster.join("blue");
            cluster.settle(); // each has its share of the keys

            red.actor(Stock.class, "lamp").hold(3).await(LIMIT);
            assertThat(blue.actor(Stock.class, "lamp").left().await(LIMIT)).isEqualTo(7);
        }
    }
    // end::first[]

    // tag::kill[]
    @Test
    void shouldHoldOnceThoughTheOwnerIsKilled() {
        try (TestCluster cluster = TestCluster.manual(member -> member.host(Stock.class, Stock::new))) {
            cluster.join("red");
            cluster.join("blue");
            Cluster shop = cluster.join("shop", member -> {}); // hosts nothing, only calls
            cluster.settle();
            Stock lamp = shop.actor(Stock.class, "lamp");
            CallId order = CallId.of("order 17");
            order.run(() -> lamp.hold(3)).await(LIMIT);

            cluster.kill(cluster.owner(Stock.class, "lamp")); // as kill -9 does
            cluster.settle(); // the other one has taken over

            assertThat(order.run(() -> lamp.hold(3)).await(LIMIT)).isEqualTo(7); // the same call
            assertThat(lamp.left().await(LIMIT)).isEqualTo(7);
        }
    }
    // end::kill[]

    // tag::time[]
    @Test
    void shouldReleaseAfterADay() {
        try (TestCluster cluster = TestCluster.manual(member -> member.host(Stock.class, Stock::new))) {
            Cluster red = cluster.join("red");
            cluster.settle();
            Stock lamp = red.actor(Stock.class, "lamp");
            lamp.hold(3).await(LIMIT);

            cluster.advance(Duration.ofHours(23)); // takes a moment
            assertThat(lamp.left().await(LIMIT)).isEqualTo(7);
            cluster.advance(Duration.ofHours(1));
            Await.until("they are released", LIMIT, () -> lamp.left().await(LIMIT) == 10);
        }
    }
    // end::time[]

    // tag::pause[]
    @Test
    void shouldEndAMemberThatStoodStillForTooLong() {
        try (TestCluster cluster = TestCluster.manual(member -> member.host(Stock.class, Stock::new))) {
            cluster.join("red");
            cluster.join("blue");
            Cluster shop = cluster.join("shop", member -> {});
            cluster.settle();
            String owner = cluster.owner(Stock.class, "lamp");
            Cluster sleeper = cluster.member(owner);

            cluster.pause(owner); // a long collection, or SIGSTOP
            cluster.advance(cluster.lease().multipliedBy(3).dividedBy(2));
            cluster.settle(); // its lease is over: another one has its keys
            assertThat(shop.actor(Stock.class, "lamp").hold(3).await(LIMIT)).isEqualTo(7);

            cluster.resume(owner);
            sleeper.ended().await(LIMIT); // it learns that
            assertThatThrownBy(() -> sleeper.actor(Stock.class, "lamp").hold(3).await(LIMIT))
                    .isInstanceOf(FencedException.class);
        }
    }
    // end::pause[]

    @Test
    void shouldWaitForALink() {
        try (TestCluster cluster = TestCluster.manual(member -> member.host(Stock.class, Stock::new))) {
            cluster.join("red");
            Cluster shop = cluster.join("shop", member -> {});
            cluster.cut("red", "shop"); // both reach the database, and all others
            cluster.settle();

            Promise<Integer> left = shop.actor(Stock.class, "lamp").left();
            cluster.advance(Duration.ofSeconds(20));
            assertThat(left.isSettled()).isFalse();
            cluster.heal("red", "shop");
            assertThat(left.await(LIMIT)).isEqualTo(10);
        }
    }
}
