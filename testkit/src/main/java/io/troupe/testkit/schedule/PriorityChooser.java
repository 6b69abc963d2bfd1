// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import org.jspecify.annotations.Nullable;

/**
 * Gives each lane a random priority for the whole run and always picks the highest; at a few random moments the one that would
 * be picked falls to the bottom. A fault of depth d shows itself with probability 1/(n·k^(d-1)) at least, for n lanes and k
 * events. Source: PCT, Burckhardt and others, ASPLOS 2010; pairs of sender and target as threads.
 */
final class PriorityChooser extends HeapChooser {
    /** A run that is so much longer than expected goes on by chance, lest one lane starves all others. */
    private static final int LONGEST = 4;

    private static final int AT_LEAST = 1_000;

    private final Chance chance;
    private final long[] changes;
    private final long end;

    /** Timers that are further away do not fire while anything else is possible; nanoseconds. */
    private final double horizon;

    private long step;
    private int changed;

    /**
     * Nothing is possible so far.
     *
     * @param depth of the faults that are looked for, at least 1
     * @param length events that are expected, at least 1
     */
    PriorityChooser(Chance chance, int depth, long length, double horizon) {
        this.chance = chance;
        this.horizon = horizon;
        this.end = LONGEST * length + AT_LEAST;
        this.changes = new long[depth - 1];
        for (int i = 0; i < changes.length; i++) {
            changes[i] = (long) (chance.unit() * length);
        }
    }

    @Override
    void add(Lane lane) {
        rank(lane);
        push(lane);
    }

    private void rank(Lane lane) {
        if (!lane.ranked) {
            lane.ranked = true;
            lane.rank = chance.unit();
        }
    }

    @Override
    Lane pick(@Nullable Lane offered, long nanos) {
        Lane time = nanos <= horizon ? offered : null;
        if (step > end) {
            return any(time);
        }
        Lane chosen = best(time);
        if (isChange()) {
            fall(chosen);
            chosen = best(time);
        }
        if (chosen != time) {
            remove(chosen);
        }
        step++;
        return chosen;
    }

    private Lane best(@Nullable Lane time) {
        Lane first = first();
        if (time == null) {
            return first;
        }
        rank(time);
        return time.rank < first.rank ? time : first;
    }

    private Lane any(@Nullable Lane time) {
        int index = chance.below(time == null ? size() : size() + 1);
        if (time != null && index == size()) {
            return time;
        }
        Lane lane = at(index);
        remove(lane);
        return lane;
    }

    private boolean isChange() {
        for (long change : changes) {
            if (change == step) {
                return true;
            }
        }
        return false;
    }

    private void fall(Lane lane) {
        lane.rank = ++changed + 1;
        if (lane.position >= 0) {
            moved(lane);
        }
    }
}
