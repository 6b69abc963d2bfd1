// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balancer;

import io.troupe.dispatch.balance.BalanceConfig;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Makes plans rarer while they do not last. A plan that soon moves again what was moved by the one before has not found what it
 * looked for: the load is not where its cells are, but wanders, or measurements deceive. Each such relapse doubles the
 * pause; a plan without, or a quiet time, ends it. So a load that changes every few seconds is followed at once, many small
 * steps into one direction are not held up, and what nothing can be done about is left alone in the end.
 */
final class PlanBackoff<C> {
    private static final long LONGEST_NANOS = 30_000_000_000L;
    /** After any plan: what was planned stands in for measurements that have not caught up. */
    private static final int PAUSE_WINDOWS = 2;
    /** What was moved is remembered for so many pauses and averages after the last plan. */
    private static final int RELAPSE_PAUSES = 2;

    private static final int RELAPSE_AVERAGES = 10;
    /** Of the moves of a plan; fewer may be coincidence. */
    private static final double RELAPSE = 0.2;

    private final long shortest;
    private final long average;
    private final Set<C> moved = Collections.newSetFromMap(new IdentityHashMap<>());
    private long pause;
    private long planned;
    private boolean begun;

    PlanBackoff(BalanceConfig config) {
        this.shortest = PAUSE_WINDOWS * config.window().toNanos();
        this.average = LoadTable.averageNanos(config);
        this.pause = shortest;
    }

    /** Drops cells that are gone: they will not be moved again. */
    void forget(Predicate<C> gone) {
        moved.removeIf(gone);
    }

    /** Whether a plan may be made to even out or to bring together. */
    boolean allows(long now) {
        forget(now);
        return !begun || now - planned >= pause;
    }

    private void forget(long now) {
        if (begun && now - planned >= RELAPSE_PAUSES * pause + RELAPSE_AVERAGES * average) {
            moved.clear();
        }
    }

    /**
     * A plan is carried out.
     *
     * @param cells that are moved
     * @param evening whether it was to even out or bring together, so that it may be a relapse
     */
    void planned(long now, Collection<C> cells, boolean evening) {
        forget(now);
        if (evening) {
            long again = cells.stream().filter(moved::contains).count();
            pause = again >= Math.max(1, RELAPSE * cells.size()) ? Math.min(LONGEST_NANOS, 2 * pause) : shortest;
        }
        moved.addAll(cells);
        planned = now;
        begun = true;
    }
}
