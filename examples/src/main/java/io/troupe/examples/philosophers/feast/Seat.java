// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.philosophers.feast;

import io.troupe.cluster.actor.DurableActor;
import io.troupe.cluster.actor.Effects;
import io.troupe.cluster.actor.TypeName;
import io.troupe.core.promise.Promise;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

/**
 * A seat and its philosopher, who outlives the process: thinks, takes two forks, eats, puts them back. Forks answer by effects,
 * which nobody loses. Timers are lost with a process; a reminder brings the actor to life at its next owner, which sets them
 * again.
 */
@TypeName("philosophers.seat")
public class Seat extends DurableActor<Seat, Seat.State> {
    private static final String REMINDER = "dinner";
    private static final Duration REMIND_EVERY = Duration.ofSeconds(2);

    /** Made by a cluster. */
    public Seat() {}

    /** What a philosopher does. */
    public enum Phase {
        /** The seat is empty; nobody has come. */
        EMPTY,
        /** Will be hungry. */
        THINKING,
        /** Waits for the first fork. */
        HUNGRY,
        /** Waits for the second fork. */
        HALF_SERVED,
        /** Has both forks. */
        EATING,
        /** Has left. */
        GONE
    }

    /**
     * How a philosopher dines. Of two forks the smaller one is taken first, by all: so nobody waits in a ring.
     *
     * @param first fork that is taken first
     * @param second the other one
     * @param think shortest and longest time of thinking, in milliseconds
     * @param eat the same of eating
     */
    public record Manners(String first, String second, Span think, Span eat) {}

    /**
     * A time by chance.
     *
     * @param min milliseconds, 0 or more
     * @param max as many or more
     */
    public record Span(int min, int max) {
        Duration next() {
            return Duration.ofMillis(ThreadLocalRandom.current().nextInt(min, max + 1));
        }
    }

    /**
     * What is kept.
     *
     * @param phase what the philosopher does
     * @param manners how; of an empty seat of no use
     * @param firstLoan number of the loan of the first fork
     * @param secondLoan of the second one
     * @param meals eaten so far
     * @param leaving goes after this meal
     * @param wrong forks that came unasked
     */
    public record State(
            Phase phase, Manners manners, long firstLoan, long secondLoan, long meals, boolean leaving, long wrong) {
        State in(Phase next) {
            return new State(next, manners, firstLoan, secondLoan, meals, leaving, wrong);
        }
    }

    @Override
    protected State initial() {
        Span none = new Span(0, 0);
        return new State(Phase.EMPTY, new Manners("", "", none, none), 0, 0, 0, false, 0);
    }

    /** What a timer should end is begun again: at a new owner, or after a failure. */
    @Override
    protected void onActivate() {
        State s = state();
        if (s.phase() == Phase.THINKING) {
            context().after(s.manners().think().next(), this::beHungry);
        } else if (s.phase() == Phase.EATING) {
            context().after(s.manners().eat().next(), this::beDone);
        }
    }

    /** A philosopher comes. Who is there stays. */
    public Promise<Void> sit(Manners manners) {
        if (state().phase() != Phase.EMPTY) {
            return Promise.done();
        }
        return become(
                        new State(Phase.THINKING, manners, 0, 0, 0, false, 0),
                        effects -> effects.remind(REMINDER, REMIND_EVERY, REMIND_EVERY, self -> self.goOn()))
                .map(seated -> null);
    }

    /** By the reminder: to be called is enough, see {@link #onActivate}. */
    public void goOn() {}

    /** A fork has been lent. */
    public void given(String fork, long loan) {
        State s = state();
        if (s.phase() == Phase.HUNGRY && fork.equals(s.manners().first())) {
            become(
                    new State(Phase.HALF_SERVED, s.manners(), loan, 0, s.meals(), s.leaving(), s.wrong()),
                    effects -> effects.to(Fork.class, s.manners().second()).take(key()));
        } else if (s.phase() == Phase.HALF_SERVED && fork.equals(s.manners().second())) {
            become(
                    new State(Phase.EATING, s.manners(), s.firstLoan(), loan, s.meals(), s.leaving(), s.wrong()),
                    effects -> {});
        } else {
            update(now -> new State(
                    now.phase(),
                    now.manners(),
                    now.firstLoan(),
                    now.secondLoan(),
                    now.meals(),
                    now.leaving(),
                    now.wrong() + 1));
        }
    }

    /** Leaves, after the meal if one has begun or is wanted. */
    public Promise<Void> leave() {
        State s = state();
        boolean now = s.phase() == Phase.THINKING;
        State next = new State(
                now ? Phase.GONE : s.phase(), s.manners(), s.firstLoan(), s.secondLoan(), s.meals(), true, s.wrong());
        return become(next, effects -> endReminder(effects, now)).map(told -> null);
    }

    /** What is known here. */
    public Promise<State> read() {
        return Promise.of(state());
    }

    private void beHungry() {
        State s = state();
        if (s.phase() == Phase.THINKING) {
            become(
                    s.in(Phase.HUNGRY),
                    effects -> effects.to(Fork.class, s.manners().first()).take(key()));
        }
    }

    private void beDone() {
        State s = state();
        if (s.phase() == Phase.EATING) {
            Phase next = s.leaving() ? Phase.GONE : Phase.THINKING;
            State eaten = new State(next, s.manners(), 0, 0, s.meals() + 1, s.leaving(), s.wrong());
            become(eaten, effects -> {
                effects.to(Fork.class, s.manners().first()).put(key(), s.firstLoan());
                effects.to(Fork.class, s.manners().second()).put(key(), s.secondLoan());
                endReminder(effects, s.leaving());
            });
        }
    }

    private static void endReminder(Effects<Seat> effects, boolean end) {
        if (end) {
            effects.cancel(REMINDER);
        }
    }

    /** Stores the next state, and sets its timer. If it cannot be stored, the state is read again, which sets another timer. */
    private Promise<State> become(State next, Consumer<Effects<Seat>> causes) {
        boolean other = next.phase() != state().phase();
        Promise<State> stored = update(before -> next, causes);
        if (other) {
            onActivate();
        }
        return stored;
    }
}
