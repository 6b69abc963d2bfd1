// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.hostile;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Strangers who do the same, each in turn. Whoever is thrown out comes again. */
final class Crowd implements Attacker {
    private final List<Stranger> strangers = new ArrayList<>();
    private final Arriving arriving;
    private final Habit habit;
    private final int most;
    private int next;

    /** How one comes. */
    interface Arriving {
        Stranger arrive() throws IOException;
    }

    /** What one of them does in his turn. */
    interface Habit {
        void strike(Stranger one) throws IOException;
    }

    /** So many, who come one after the other. */
    Crowd(int most, Arriving arriving, Habit habit) {
        this.most = most;
        this.arriving = arriving;
        this.habit = habit;
    }

    @Override
    public void strike() throws IOException {
        habit.strike(next());
    }

    /** One more while there is room, else each in turn. */
    private Stranger next() throws IOException {
        if (strangers.size() < most) {
            Stranger stranger = arriving.arrive();
            strangers.add(stranger);
            return stranger;
        }
        next = (next + 1) % most;
        Stranger stranger = strangers.get(next);
        if (stranger.isEnded()) {
            stranger.close();
            stranger = arriving.arrive();
            strangers.set(next, stranger);
        }
        return stranger;
    }

    @Override
    public void close() throws IOException {
        for (Stranger stranger : strangers) {
            stranger.close();
        }
    }
}
