// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.philosophers;

import io.troupe.bench.harness.Extras;
import io.troupe.bench.harness.Parts;
import java.util.Arrays;

/**
 * How many meals each seat has had: the end of a batch, and the fairness of many. A seat is reported by one thread at a time,
 * the benchmark thread reads when all have reported.
 */
public final class Guests {
    private final long[] meals;
    private final Parts parts;

    /**
     * Guests who have had no meals.
     *
     * @param seats 2 or more
     */
    public Guests(int seats) {
        if (seats < 2) {
            throw new IllegalArgumentException("there must be at least 2 seats: seats=" + seats);
        }
        meals = new long[seats];
        parts = new Parts(seats);
    }

    /** How many there are. */
    public int seats() {
        return meals.length;
    }

    /** A guest has heard that no meals are left. */
    public void leave(int seat, int eaten) {
        meals[seat] += eaten;
        parts.complete(eaten);
    }

    /** Sleeps until all have left, and checks that every meal was eaten once. */
    public long await(int expected) {
        return parts.await(expected);
    }

    /** Meals of the one with the fewest since {@link #reset}. */
    public long fewest() {
        return Arrays.stream(meals).min().orElse(0);
    }

    /** Meals of the one with the most. */
    public long most() {
        return Arrays.stream(meals).max().orElse(0);
    }

    /** A new evening. Between batches. */
    void reset() {
        Arrays.fill(meals, 0);
    }

    /** Fairness of this evening, for {@link Extras}. */
    void report() {
        if (Extras.wanted() && most() > 0) {
            Extras.average("fewest-meals", "meals", (double) fewest());
            Extras.average("most-meals", "meals", (double) most());
            Extras.average("fewest-to-most", "ratio", (double) fewest() / most());
        }
    }
}
