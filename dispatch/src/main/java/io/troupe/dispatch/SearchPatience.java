// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

/**
 * How long a worker that has nothing to run looks for work before it sleeps. To look pays while work comes back before the search
 * ends; where it comes later, each pause costs the whole search for nothing. So the worker learns from its last pauses: a search in
 * vain makes the next one half as long, and work that comes soon, be it during the search or shortly after, makes it longer again.
 * Monitors of HotSpot spin by the same rule. The worker's thread only.
 */
final class SearchPatience {
    /** No search is shorter: a few microseconds, which pass between two messages of a lively conversation. */
    static final int LEAST = 128;
    /** Who has nothing to do for less than this finds it by looking. */
    static final long SHORT_NANOS = 100_000;

    private final int most;
    private int rounds;

    /**
     * The first search is a long one.
     *
     * @param most rounds of a search
     */
    SearchPatience(int most) {
        this.most = most;
        this.rounds = most;
    }

    /** Whether it is time to sleep, after so many rounds. */
    boolean isOver(int round) {
        return round >= rounds;
    }

    /** A search has found something in the given round. */
    void found(int round) {
        if (round > rounds / 2) {
            rounds = (int) Math.min(most, 2L * round);
        }
    }

    /** A search was in vain: the worker has slept, and has had nothing to do for so long in all. */
    void slept(long nanos) {
        rounds = nanos < SHORT_NANOS ? most : Math.min(most, Math.max(LEAST, rounds / 2));
    }
}
