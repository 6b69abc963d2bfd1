// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.philosophers;

import io.troupe.core.actor.Actor;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.timer.Timeout;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Thinks, takes two forks, eats, puts them back, and never blocks: thinking and eating are timers, forks are promises.
 *
 * <p>Deadlock-free because the two users of a fork agree on its order: even seats take the right fork first, odd seats
 * the left one, so pairs compete for their first fork, and who holds a second fork has both and will eat. (At an odd
 * table one pair is broken, which makes a chain longer but closes no ring.) However large the table, at most three
 * philosophers wait in a chain.
 */
public class Philosopher extends Actor<Philosopher> {
    private final int seat;
    private final int firstFork;
    private final int secondFork;
    private final Table table;
    private final Habits habits;
    private State state = State.THINKING;
    private long since = System.nanoTime();
    private int meals;
    private @Nullable Timeout thought;
    private @Nullable CompletablePromise<View> leaving;

    /**
     * A guest who starts to think.
     *
     * @param seat from 0
     * @param seats at the table, at least 2
     */
    public Philosopher(int seat, int seats, Table table, Habits habits) {
        this.seat = seat;
        int left = seat;
        int right = (seat + 1) % seats;
        this.firstFork = seat % 2 == 0 ? right : left;
        this.secondFork = seat % 2 == 0 ? left : right;
        this.table = table;
        this.habits = habits;
    }

    /** What a philosopher does. */
    public enum State {
        /** Needs no fork. */
        THINKING,
        /** Waits for a fork. */
        HUNGRY,
        /** Has both forks. */
        EATING,
        /** Has left the table. */
        GONE;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * How long things take.
     *
     * @param thinking between meals
     * @param eating a meal
     */
    public record Habits(Delay thinking, Delay eating) {}

    /**
     * What a philosopher says of itself.
     *
     * @param nanos how long in this state
     * @param meals eaten so far
     */
    public record View(State state, long nanos, int meals) {}

    @Override
    protected void onStart() {
        think();
    }

    /** How it is. */
    public Promise<View> view() {
        return Promise.of(here());
    }

    /** Fulfilled when it has left: at once when thinking, after the meal when hungry or eating. */
    public Promise<View> leave() {
        CompletablePromise<View> promise = new CompletablePromise<>();
        leaving = promise;
        if (state == State.THINKING) {
            think();
        }
        return promise;
    }

    private void think() {
        if (leaving != null) {
            if (thought != null) {
                thought.cancel();
            }
            enter(State.GONE);
            leaving.complete(here());
            return;
        }
        enter(State.THINKING);
        thought = context().after(habits.thinking().next(), this::hunger);
    }

    private void hunger() {
        enter(State.HUNGRY);
        table.take(seat, firstFork)
                .flatMap(one -> table.take(seat, secondFork))
                .then(both -> eat())
                .onError(noTable -> context().stop());
    }

    private void eat() {
        enter(State.EATING);
        context().after(habits.eating().next(), this::finish);
    }

    private void finish() {
        meals++;
        table.put(seat, firstFork);
        table.put(seat, secondFork);
        think();
    }

    private void enter(State next) {
        state = next;
        since = System.nanoTime();
    }

    private View here() {
        return new View(state, System.nanoTime() - since, meals);
    }
}
