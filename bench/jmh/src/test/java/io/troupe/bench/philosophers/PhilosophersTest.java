// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.philosophers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.bench.harness.Troupe;
import io.troupe.bench.peer.Peer;
import io.troupe.bench.peer.PekkoPeer;
import io.troupe.bench.peer.PoolPeer;
import io.troupe.core.ActorSystem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PhilosophersTest {
    private static final int MEALS = 500;

    @ParameterizedTest
    @ValueSource(ints = {2, 5, 8})
    void shouldServeEveryMealOnceOnTroupe(int seats) {
        for (String dispatcher : Troupe.names()) {
            Guests guests = new Guests(seats);
            try (ActorSystem system = ActorSystem.builder()
                    .dispatcher(Troupe.dispatcher(dispatcher))
                    .start()) {
                assertThat(Dinner.onTroupe(system, guests, Duration.ZERO, MEALS).run())
                        .isEqualTo(MEALS);
            }
            assertThat(guests.most()).isBetween((long) MEALS / seats, (long) MEALS);
        }
    }

    @Test
    void shouldServeEveryMealOnceOnPeers() {
        for (Peer peer : List.of(PoolPeer.fixedPool(), PoolPeer.forkJoin(), new PekkoPeer())) {
            try (peer) {
                Guests guests = new Guests(5);
                assertThat(Dinner.onPeer(peer, guests, MEALS).run()).isEqualTo(MEALS);
                assertThat(guests.most()).isGreaterThanOrEqualTo(MEALS / 5);
            }
        }
    }

    @Test
    void shouldServeEveryMealOnceWithLocks() {
        for (LockDinner dinner : List.of(new LockDinner.Pool(), new LockDinner.Threads())) {
            dinner.start();
            Guests guests = new Guests(5);
            assertThat(dinner.run(guests, Duration.ZERO, MEALS)).isEqualTo(MEALS);
            assertThat(dinner.run(guests, Duration.ofMillis(1), 10)).isEqualTo(10);
            dinner.stop();
            assertThat(guests.most()).isGreaterThanOrEqualTo(MEALS / 5);
        }
    }

    @Test
    void shouldServeEveryMealOnceFromAfar() {
        Guests guests = new Guests(5);
        try (ActorSystem system =
                ActorSystem.builder().dispatcher(Troupe.dispatcher("stealing")).start()) {
            assertThat(Dinner.onTroupe(system, guests, Duration.ofMillis(1), 10).run())
                    .isEqualTo(10);
        }
    }

    @Test
    void shouldTellFewestAndMostMeals() {
        Guests guests = new Guests(3);
        guests.leave(0, 7);
        guests.leave(1, 2);
        guests.leave(2, 1);

        assertThat(guests.await(10)).isEqualTo(10);
        assertThat(guests.fewest()).isEqualTo(1);
        assertThat(guests.most()).isEqualTo(7);
        guests.reset();
        assertThat(guests.most()).isZero();
    }

    @Test
    void shouldGiveAForkToOneAtATime() {
        List<String> heard = new ArrayList<>();
        Forks<String> forks = new Forks<>(2, (name, granted) -> heard.add(name + granted));
        forks.open(2);

        forks.take(0, true, "a first ");
        forks.take(1, true, "b first ");
        forks.take(0, false, "a second ");
        assertThat(heard).containsExactly("a first true", "a second true");
        forks.finish(0);
        assertThat(heard).endsWith("b first true");
        forks.take(0, true, "a again ");
        forks.take(1, false, "b second ");
        forks.finish(1);
        assertThat(heard).endsWith("b second true", "a again false");
        assertThatThrownBy(() -> forks.finish(1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("seat=1");
    }

    @Test
    void shouldAccountForMealsAndForks() {
        Forks<String> forks = new Forks<>(3, (name, granted) -> {});
        forks.open(5);
        forks.account().check(0);

        forks.take(0, true, "a");
        forks.take(0, false, "a");
        assertThat(forks.account()).isEqualTo(new Forks.Account(0, 2));
        assertThatThrownBy(() -> forks.account().check(0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("inHand=2");
        forks.finish(0);
        forks.account().check(1);
        assertThatThrownBy(() -> forks.account().check(2))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("eaten=1");
        forks.open(5);
        forks.account().check(0);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 5, 6, 1000})
    void shouldShareEachForkBetweenTwoNeighbours(int seats) {
        int[] users = new int[seats];
        IntStream.range(0, seats).forEach(seat -> {
            int first = Seating.fork(seat, true, seats);
            int second = Seating.fork(seat, false, seats);
            assertThat(first).isNotEqualTo(second);
            users[first]++;
            users[second]++;
        });
        assertThat(users).containsOnly(2);
    }
}
