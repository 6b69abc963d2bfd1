// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balance;

/**
 * Makes plans rarer while they do not last. A plan that is followed by the next one soon after its pause has not done what
 * it promised: the load is not where its cells are, but wanders, or measurements deceive. Each such relapse doubles the
 * pause; a time without a wish for plans ends it. So a load that changes every few seconds is followed at once, and one
 * that nothing can be done about is left alone in the end.
 */
final class Damper {
    private static final long LONGEST_NANOS = 30_000_000_000L;
    /** After any plan: what was planned stands in for measurements that have not caught up. */
    private static final int PAUSE_WINDOWS = 2;
    /** The next plan is a relapse if it comes within so many pauses and averages of the last one. */
    private static final int RELAPSE_PAUSES = 2;

    private static final int RELAPSE_AVERAGES = 4;

    private final long shortest;
    private final long average;
    private long pause;
    private long planned;
    private boolean begun;
    private long evened;
    private boolean hasEvened;

    Damper(BalanceConfig config) {
        this.shortest = PAUSE_WINDOWS * config.windowNanos();
        this.average = config.averageNanos();
        this.pause = shortest;
    }

    /** Whether a plan may be made to even out or to bring together. */
    boolean allows(long now) {
        return !begun || now - planned >= pause;
    }

    /**
     * A plan is carried out.
     *
     * @param evening whether it was to even out or bring together, so that the next one of its kind may be a relapse; after
     *     others, measurements need the pause all the same
     */
    void planned(long now, boolean evening) {
        if (evening) {
            boolean relapse = hasEvened && now - evened < RELAPSE_PAUSES * pause + RELAPSE_AVERAGES * average;
            pause = relapse ? Math.min(LONGEST_NANOS, 2 * pause) : shortest;
            evened = now;
            hasEvened = true;
        }
        planned = now;
        begun = true;
    }
}
