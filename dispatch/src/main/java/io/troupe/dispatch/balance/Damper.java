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
    /** A next plan is a relapse if it comes within so many pauses after the end of the last one, and at least so many averages. */
    private static final int RELAPSE = 2;

    private static final int RELAPSE_AVERAGES = 4;

    private final long shortest;
    private long pause;
    private long planned;
    private boolean begun;

    Damper(BalanceConfig config) {
        this.shortest = config.averageNanos();
        this.pause = shortest;
    }

    /** Whether a plan may be made. */
    boolean allows(long now) {
        return !begun || now - planned >= pause;
    }

    /** A plan is carried out. */
    void planned(long now) {
        boolean relapse = begun && now - planned < RELAPSE * pause + RELAPSE_AVERAGES * shortest;
        pause = relapse ? Math.min(LONGEST_NANOS, 2 * pause) : shortest;
        planned = now;
        begun = true;
    }
}
