// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets events happen in the order in which they became possible, and time pass when nothing else is possible; but a lane waits
 * while one of its events did in another run, by the clock, and then until nothing else is possible. So the events that matter
 * still wait for each other if others are left out, whatever their numbers are then.
 */
final class HoldingChooser extends Chooser {
    /** By lane, in the order in which their events happened; those that are over are dropped. */
    private final Map<Long, Deque<Wait>> waits = new HashMap<>();

    private final LongSupplier clock;
    private final List<Lane> lanes = new ArrayList<>();

    HoldingChooser(List<Wait> waits, LongSupplier clock) {
        waits.forEach(wait -> this.waits
                .computeIfAbsent(wait.lane(), lane -> new ArrayDeque<>())
                .add(wait));
        this.clock = clock;
    }

    @Override
    int size() {
        return lanes.size();
    }

    @Override
    void add(Lane lane) {
        lanes.add(lane);
    }

    @Override
    void remove(Lane lane) {
        lanes.remove(lane);
    }

    @Override
    Lane pick(@Nullable Lane time, long nanos) {
        long now = clock.getAsLong();
        Lane first = null;
        Wait reason = null;
        for (Lane lane : lanes) { // in order of becoming possible
            Wait wait = wait(lane, now);
            if (wait == null) {
                lanes.remove(lane);
                return lane;
            }
            if (reason == null || isBefore(wait, reason, now)) {
                first = lane;
                reason = wait;
            }
        }
        if (first == null || reason == null) {
            throw new IllegalStateException("something must be possible beside time");
        }
        if (time != null && reason.until() > now) {
            return time;
        }
        lanes.remove(first);
        return first;
    }

    /** Which of two goes first when nothing else is possible: one that has waited for long enough, then the order of the other run. */
    private static boolean isBefore(Wait one, Wait other, long now) {
        boolean over = one.until() <= now;
        return over == other.until() <= now
                ? one.departure().rank() < other.departure().rank()
                : over;
    }

    /** Why a lane waits; null if it does not. */
    private @Nullable Wait wait(Lane lane, long now) {
        Deque<Wait> some = waits.get(lane.key());
        while (some != null && !some.isEmpty() && some.getFirst().until() < now) {
            some.removeFirst();
        }
        Wait next = some == null ? null : some.peekFirst();
        return next == null || next.from() > now ? null : next;
    }
}
