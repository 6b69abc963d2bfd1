// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.philosophers;

import io.troupe.core.actor.Actor;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.timer.Timeout;
import io.troupe.examples.philosophers.view.Guest;
import io.troupe.examples.philosophers.view.Guest.State;
import java.time.Duration;
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
    private static final Duration AGAIN = Duration.ofMillis(100);

    private final Table table;
    private final Habits habits;
    private int seat;
    private State state = State.THINKING;
    private long since = System.nanoTime();
    private int meals;
    private @Nullable Timeout later;
    private @Nullable CompletablePromise<Guest> leaving;

    /**
     * A guest who starts to think.
     *
     * @param seat that the table knows
     */
    public Philosopher(int seat, Table table, Habits habits) {
        this.seat = seat;
        this.table = table;
        this.habits = habits;
    }

    /** A guest who stands until there is a seat. */
    public Philosopher(Table table, Habits habits) {
        this(Chair.EMPTY, table, habits);
    }

    /**
     * How long things take.
     *
     * @param thinking between meals
     * @param eating a meal
     */
    public record Habits(Delay thinking, Delay eating) {}

    @Override
    protected Promise<?> onStart() {
        if (seat == Chair.EMPTY) {
            enter(State.STANDING);
        } else {
            think();
        }
        return Promise.done();
    }

    /** Takes a seat and starts to think. */
    public void sit(int newSeat) {
        if (state == State.STANDING) {
            seat = newSeat;
            think();
        }
    }

    /** Loses its seat: whatever it held is gone. */
    public void rise() {
        if (state != State.GONE) {
            seat = Chair.EMPTY;
            cancel();
            enter(State.STANDING);
            goIfLeaving();
        }
    }

    /** Its state. */
    public Promise<Guest> view() {
        return Promise.of(here());
    }

    /** Fulfilled when it has left: at once when thinking, after the meal when hungry or eating. */
    public Promise<Guest> leave() {
        CompletablePromise<Guest> promise = new CompletablePromise<>();
        leaving = promise;
        if (state == State.THINKING || state == State.STANDING) {
            goIfLeaving();
        }
        return promise;
    }

    private boolean goIfLeaving() {
        if (leaving == null) {
            return false;
        }
        cancel();
        enter(State.GONE);
        leaving.complete(here());
        return true;
    }

    private void cancel() {
        if (later != null) {
            later.cancel();
        }
    }

    private void think() {
        if (!goIfLeaving()) {
            enter(State.THINKING);
            later = context().after(habits.thinking().next(), this::hunger);
        }
    }

    private void hunger() {
        enter(State.HUNGRY);
        int here = seat;
        Hand first = here % 2 == 0 ? Hand.RIGHT : Hand.LEFT;
        Hand second = here % 2 == 0 ? Hand.LEFT : Hand.RIGHT;
        table.take(here, first)
                .flatMap(one -> table.take(here, second))
                .then(both -> eat(here))
                .onError(noTable -> goHungry(here));
    }

    /** Tries again unless the seat is gone meanwhile: a table may be too busy, or come back. */
    private void goHungry(int here) {
        if (here == seat) {
            later = context().after(AGAIN, this::hunger);
        }
    }

    private void eat(int here) {
        if (here == seat) {
            enter(State.EATING);
            later = context().after(habits.eating().next(), this::finish);
        }
    }

    private void finish() {
        meals++;
        table.finish(seat);
        think();
    }

    private void enter(State next) {
        state = next;
        since = System.nanoTime();
    }

    private Guest here() {
        return new Guest(state, System.nanoTime() - since, meals);
    }
}
