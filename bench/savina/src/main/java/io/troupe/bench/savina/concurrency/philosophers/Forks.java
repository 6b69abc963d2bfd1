// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.concurrency.philosophers;

import io.troupe.bench.harness.Completion;

/** The forks between the seats of a round table, and who has left it. Owned by the arbiter's turns. */
final class Forks {
    private final boolean[] taken;
    private final Completion completion;
    private int left;
    private long given;
    private long eaten;
    private long denied;

    /** Written before the end of a run, read after it. */
    private double deniedPerMeal;

    Forks(int seats, Completion completion) {
        taken = new boolean[seats];
        this.completion = completion;
    }

    /** Takes both forks of a seat, or none. */
    boolean take(int seat) {
        int right = right(seat);
        if (taken[seat] || taken[right]) {
            denied++;
            return false;
        }
        taken[seat] = true;
        taken[right] = true;
        given++;
        return true;
    }

    /** Puts both forks of a seat back. */
    void putBack(int seat) {
        int right = right(seat);
        if (!taken[seat] || !taken[right]) {
            throw new IllegalStateException("forks must have been taken: seat=" + seat);
        }
        taken[seat] = false;
        taken[right] = false;
    }

    /** A philosopher leaves; the run ends with the last one, with all meals if they are as many as forks were given. */
    void leave(long meals) {
        eaten += meals;
        if (++left < taken.length) {
            return;
        }
        for (boolean fork : taken) {
            if (fork) {
                throw new IllegalStateException("all forks must be back: meals=" + eaten);
            }
        }
        long result = eaten == given ? eaten : -given;
        deniedPerMeal = (double) denied / eaten;
        left = 0;
        given = 0;
        eaten = 0;
        denied = 0;
        completion.complete(result);
    }

    /** How often a philosopher asked in vain in the last run. After its end. */
    double deniedPerMeal() {
        return deniedPerMeal;
    }

    private int right(int seat) {
        return seat + 1 == taken.length ? 0 : seat + 1;
    }
}
