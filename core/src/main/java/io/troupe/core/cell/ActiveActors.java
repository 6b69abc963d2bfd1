// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The actors of a directory that have an object, and those that wait for one because there are too many. Any thread;
 * guarded by its own monitor, which is held while a cell is made ready, but not while code of users runs.
 *
 * <p>Which one has to go is found by a hand that goes round: it passes over those that were used since it came by last, so
 * what it finds was not used for about a round (the clock algorithm; Corbató, 1968). Nothing is written when an actor is
 * used: the cell counts its messages anyway.
 *
 * <p>An actor that is asked to make room answers: it loses its object, or it stays because it owes something. If a few in a row
 * stay, the bound is overrun: those at work may wait for the very actor that comes. Some never answer, as their turn or what
 * they begin with waits for that actor, too: so {@link #hurry} is called when nobody has answered for a while.
 */
final class ActiveActors {
    private static final int LEAST = 16;
    /** Actors that are looked at for each one that has to go. */
    private static final int LOOKS = 64;
    /** Answers in a row that say no until the bound is overrun. */
    private static final int REFUSALS = 8;
    /** Actors that are started at once when nothing has gone on for long. */
    private static final int MOST_AT_ONCE = 1 << 16;

    private final int most;
    private @Nullable ActorCell[] ring = new ActorCell[LEAST];
    private int count;
    private int hand;
    /** Where the look for idle ones goes on. */
    private int swept;

    private final Deque<ActorCell> waiting = new ArrayDeque<>();
    /** Those that were asked to make room and have not answered. */
    private int leaving;

    /** Answers in a row that said no. */
    private int refusals;
    /** How many are started if nothing goes on. */
    private int stalled = 1;

    private long entriesBefore;
    private long entries;
    private long exits;
    private long overruns;

    ActiveActors(int most) {
        this.most = most;
    }

    /** An actor wants to become active. It is started now, or when another one has made room. In its turn. */
    synchronized void enter(ActorCell cell) {
        waiting.add(cell);
        serve();
        if (count > most && leaving == 0) {
            makeRoom(); // one of those that were too many when all were at work
        }
    }

    /** An active actor has lost its object. In its turn, or when nobody can run it any more. */
    synchronized void left(ActorCell cell, boolean passivated) {
        Activation activation = activationOf(cell);
        answered(activation);
        refusals = 0;
        if (activation.isActive()) {
            remove(activation);
            if (passivated) {
                exits++;
            }
        } else {
            waiting.remove(cell);
        }
        serve();
    }

    /** An actor that was asked to make room is at work. In its turn. */
    synchronized void stays(ActorCell cell) {
        if (!answered(activationOf(cell))) {
            return;
        }
        if (++refusals >= Math.min(REFUSALS, count)) {
            refusals = 0;
            overrun(1);
        }
        serve();
    }

    private boolean answered(Activation activation) {
        boolean wasAsked = activation.isLeaving();
        if (wasAsked) {
            activation.leaving(false);
            leaving--;
        }
        return wasAsked;
    }

    private void serve() {
        while (!waiting.isEmpty() && count < most) {
            start(waiting.remove());
        }
        while (leaving < waiting.size() && makeRoom()) {
            // one is asked for each that waits
        }
    }

    private void overrun(int actors) {
        for (int i = actors; i > 0 && !waiting.isEmpty(); i--) {
            overruns++;
            start(waiting.remove());
        }
    }

    /** Time has passed: if nobody was started meanwhile though somebody waits, some are, and twice as many the next time. */
    synchronized void hurry() {
        if (waiting.isEmpty() || entries != entriesBefore) {
            stalled = 1;
        } else {
            overrun(stalled);
            stalled = Math.min(stalled * 2, MOST_AT_ONCE);
            serve();
        }
        entriesBefore = entries;
    }

    private void start(ActorCell cell) {
        Activation activation = activationOf(cell);
        if (count == ring.length) {
            ring = Arrays.copyOf(ring, count * 2);
        }
        activation.place(count);
        activation.wasUsed(cell.deliveredCount());
        ring[count++] = cell;
        entries++;
        cell.beginAgain();
    }

    private void remove(Activation activation) {
        ActorCell last = at(--count);
        ring[activation.place()] = last;
        activationOf(last).place(activation.place());
        ring[count] = null;
        activation.leave();
        if (count < ring.length / 4 && ring.length > LEAST) {
            ring = Arrays.copyOf(ring, ring.length / 2);
        }
    }

    /** Asks one to go: if possible one at rest that was not used for longest, else one at rest, else any. */
    private boolean makeRoom() {
        int looks = Math.min(LOOKS, count);
        int start = hand;
        for (int i = 0; i < looks; i++) {
            hand = hand + 1 < count ? hand + 1 : 0;
            ActorCell cell = at(hand);
            if (!activationOf(cell).wasUsed(cell.deliveredCount()) && askIfIdle(cell)) {
                return true;
            }
        }
        ActorCell other = null;
        for (int i = 1; i <= looks; i++) {
            ActorCell cell = at((start + i) % count);
            if (askIfIdle(cell)) {
                return true;
            }
            other = other == null && !activationOf(cell).isLeaving() ? cell : other;
        }
        if (other != null) {
            isAsked(other);
            other.yieldSoon();
        }
        return other != null;
    }

    private boolean askIfIdle(ActorCell cell) {
        boolean idle = !activationOf(cell).isLeaving() && cell.yieldIfIdle();
        if (idle) {
            isAsked(cell);
        }
        return idle;
    }

    private void isAsked(ActorCell cell) {
        activationOf(cell).leaving(true);
        leaving++;
    }

    /**
     * Looks at some of the active ones, where it left off the last time, and asks those to go that were not used for a
     * number of looks.
     */
    synchronized void sweep(int actors, int quietLooks) {
        for (int i = Math.min(actors, count); i > 0; i--) {
            swept = swept + 1 < count ? swept + 1 : 0;
            ActorCell cell = at(swept);
            if (activationOf(cell).look(cell.deliveredCount()) >= quietLooks) {
                cell.passivate();
            }
        }
    }

    /** Nobody is started any more. */
    synchronized void close() {
        waiting.clear();
    }

    synchronized int count() {
        return count;
    }

    synchronized int waiting() {
        return waiting.size();
    }

    synchronized long entries() {
        return entries;
    }

    synchronized long exits() {
        return exits;
    }

    synchronized long overruns() {
        return overruns;
    }

    private ActorCell at(int place) {
        return Objects.requireNonNull(ring[place], "active");
    }

    private static Activation activationOf(ActorCell cell) {
        return Objects.requireNonNull(cell.activation(), "of a directory");
    }
}
