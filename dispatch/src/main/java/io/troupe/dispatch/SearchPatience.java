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
    /** A full search finds work that comes within this. */
    static final long SHORT_NANOS = 100_000;

    private final long least;
    private final long most;
    private long rounds;

    private SearchPatience(long least, long most) {
        this.least = least;
        this.most = most;
        this.rounds = most;
    }

    /** What the strategy allows: a search with back-off is bounded and learns, all others decide alone. */
    static SearchPatience with(IdleStrategy strategy) {
        return strategy instanceof BackoffIdle backoff
                ? new SearchPatience(Math.min(LEAST, backoff.rounds()), backoff.rounds())
                : new SearchPatience(Long.MAX_VALUE, Long.MAX_VALUE);
    }

    /** Whether it is time to sleep, after so many rounds. */
    boolean isOver(int round) {
        return round >= rounds;
    }

    /** A search has found something in the given round. */
    void found(int round) {
        if (round > rounds / 2) {
            rounds = Math.min(most, 2L * round);
        }
    }

    /** A search was in vain: the worker has slept, and has had nothing to do for so long in all. */
    void slept(long nanos) {
        rounds = nanos < SHORT_NANOS ? most : Math.max(least, rounds / 2);
    }
}
