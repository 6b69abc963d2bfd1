// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.philosophers;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.ActorSystem;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.Dispatchers;
import io.troupe.dispatch.ManualDispatcher;
import io.troupe.examples.philosophers.Philosopher.Habits;
import io.troupe.examples.philosophers.Table.Seats;
import io.troupe.examples.philosophers.Table.View;
import io.troupe.examples.philosophers.view.Guest;
import io.troupe.examples.philosophers.view.Guest.State;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TableTest {
    private static final Duration SOON = Duration.ofSeconds(5);

    private final ManualDispatcher dispatcher = Dispatchers.manual();
    private final ActorSystem system =
            ActorSystem.builder().name("table-test").dispatcher(dispatcher).start();
    private Guests guests;
    private final Table table = system.spawn(Table.class, () -> new Table(3));

    @AfterEach
    void close() {
        system.close();
    }

    @Test
    void shouldHandForkToNextInLine() {
        Promise<Void> first = table.take(0, Hand.RIGHT);
        Promise<Void> second = table.take(1, Hand.LEFT);
        dispatcher.runAll();
        assertThat(first.isFulfilled()).isTrue();
        assertThat(second.isSettled()).isFalse();

        table.put(0, Hand.RIGHT);
        dispatcher.runAll();
        assertThat(second.isFulfilled()).isTrue();
    }

    @Test
    void shouldSeeDeadlockOfGreedyPhilosophers() {
        for (int seat = 0; seat < 3; seat++) {
            table.take(seat, Hand.LEFT);
        }
        assertThat(deadlocks()).isZero();
        for (int seat = 0; seat < 3; seat++) {
            table.take(seat, Hand.RIGHT);
        }
        assertThat(deadlocks()).isEqualTo(1);
    }

    @Test
    void shouldCountRingsButNotChains() {
        assertThat(Table.rings(new int[] {})).isZero();
        assertThat(Table.rings(new int[] {1, 2, -1})).isZero();
        assertThat(Table.rings(new int[] {1, 0, 1, 2})).isEqualTo(1);
        assertThat(Table.rings(new int[] {1, 0, 3, 2, 0, -1})).isEqualTo(2);
        assertThat(Table.rings(new int[] {3, 0, 1, 2})).isEqualTo(1);
    }

    @Test
    void shouldGiveForksOfThoseWhoEndToThoseWhoWait() {
        Table open = system.spawn(Table.class, () -> new Table());
        Seats one = join(open, "one", 4);
        Guests first = guests;
        Seats two = join(open, "two", 4);
        take(open, one, Hand.RIGHT);
        take(open, two, Hand.LEFT);
        assertThat(view(open).waiting()).isPositive();

        system.stop(first);
        dispatcher.runAll();
        View view = view(open);
        assertThat(view.guests()).isEqualTo(4);
        assertThat(view.waiting()).isZero(); // only neighbours of the other party stood in the way
        assertThat(view.taken()).isEqualTo(4);
    }

    @Test
    void shouldRefuseWhoHasLeftAndLetOthersHaveTheChair() {
        Table open = system.spawn(Table.class, () -> new Table());
        Seats before = join(open, "before", 2);
        open.leave(before.party());
        Seats after = join(open, "after", 2);
        assertThat(after.numbers()).doesNotContainAnyElementsOf(before.numbers());

        Promise<Void> late = open.take(before.numbers().get(0), Hand.LEFT);
        open.finish(before.numbers().get(0));
        dispatcher.runAll();
        assertThat(late.isFailed()).isTrue();
        assertThat(view(open).taken()).isZero();
        assertThat(view(open).forks()).isEqualTo(2);
    }

    @Test
    void shouldAnswerAgainWhenTheAnswerWasLost() {
        table.take(0, Hand.LEFT);
        Promise<Void> again = table.take(0, Hand.LEFT);
        dispatcher.runAll();
        assertThat(again.isFulfilled()).isTrue();
    }

    @Test
    void shouldSeatPhilosophersAgainWhenTheTableWasLost() {
        Table first = system.spawn(Table.class, () -> new Table());
        Habits habits = new Habits(new Delay(1000, 1000), new Delay(1000, 1000));
        List<Philosopher> philosophers = List.of(system.spawn(Philosopher.class, () -> new Philosopher(first, habits)));
        system.spawn(Guests.class, () -> new Guests("all", philosophers, first));
        dispatcher.runAll();
        assertThat(state(philosophers.get(0))).isEqualTo(State.THINKING);

        system.stop(first);
        dispatcher.runAll();
        assertThat(state(philosophers.get(0))).isEqualTo(State.STANDING);
    }

    private State state(Philosopher philosopher) {
        Promise<Guest> view = philosopher.view();
        dispatcher.runAll();
        return view.await(SOON).state();
    }

    private Seats join(Table open, String name, int count) {
        guests = system.spawn(Guests.class, () -> new Guests(name, List.of(), open) {
            @Override
            protected Promise<?> onStart() {
                return Promise.done();
            }
        });
        Promise<Seats> seats = open.join(name, count, guests);
        dispatcher.runAll();
        return seats.await(SOON);
    }

    private void take(Table open, Seats seats, Hand hand) {
        seats.numbers().forEach(seat -> open.take(seat, hand));
        dispatcher.runAll();
    }

    private View view(Table open) {
        Promise<View> view = open.view();
        dispatcher.runAll();
        return view.await(SOON);
    }

    private int deadlocks() {
        Promise<Integer> answer = table.deadlocks();
        dispatcher.runAll();
        return answer.await(SOON);
    }
}
