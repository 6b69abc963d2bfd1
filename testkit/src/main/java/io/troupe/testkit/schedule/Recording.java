// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The events of a run with their keys, in order. For the thread of the simulation. */
final class Recording {
    private final List<SimEvent> events = new ArrayList<>();

    /** Events that have been possible and have not happened, by key. */
    private final Map<Long, Possible> open = new LinkedHashMap<>();

    /** By rank; null: time has passed. */
    private final List<@Nullable Possible> begun = new ArrayList<>();

    private long[] keys = new long[64];
    private int count;
    private long turn;

    /** When the last of the events that have happened became possible, in the order of that. */
    private long latest;

    private long latestBefore;

    /**
     * An event that is possible.
     *
     * @param since its place in the order of becoming possible
     * @param nanos when it became so
     * @param waited whether one has happened that became possible later
     */
    private record Possible(String name, long lane, long since, long nanos, boolean waited) {
        Possible after(long latest) {
            return waited || since > latest ? this : new Possible(name, lane, since, nanos, true);
        }

        Wait wait(long key, long rank, long until) {
            return new Wait(new Departure(key, rank, name), lane, nanos, until);
        }
    }

    /** The first event of a lane has become possible. */
    void possible(Lane lane, long nanos) {
        long key = lane.nextKey();
        Possible before = open.get(key); // it may have stood still meanwhile
        boolean waited = before != null && before.after(latest).waited;
        open.put(key, new Possible(lane.toString(), lane.key(), ++turn, nanos, waited));
    }

    /** An event begins. */
    void begin(long key) {
        if (count == keys.length) {
            keys = Arrays.copyOf(keys, 2 * count);
        }
        keys[count++] = key;
        Possible event = open.remove(key);
        begun.add(event == null ? null : event.after(latest));
        latestBefore = latest;
        latest = Math.max(latest, event == null ? ++turn : event.since); // time is the last choice: it overtakes all
    }

    /** The event that began last did not happen. */
    void takeBack() {
        count--;
        begun.remove(count);
        latest = latestBefore;
    }

    /** An event has happened. */
    void end(SimEvent event) {
        events.add(event);
    }

    List<SimEvent> events() {
        return List.copyOf(events);
    }

    /** How often time has passed. */
    long times() {
        return events.stream().filter(event -> event.kind() == EventKind.TIME).count();
    }

    /** The events but for time, in order; those that were possible and did not happen come last. */
    List<Wait> all() {
        return some(event -> true);
    }

    /**
     * The events that waited although they were possible, in order; those that did not happen wait for the end. If they wait
     * for their ranks, and all others happen when they become possible, the run happens again.
     */
    List<Wait> waits() {
        return some(Possible::waited);
    }

    private List<Wait> some(Predicate<Possible> which) {
        List<Wait> some = new ArrayList<>();
        for (int rank = 0; rank < events.size(); rank++) {
            Possible event = begun.get(rank);
            if (event != null && which.test(event)) {
                some.add(event.wait(keys[rank], rank, events.get(rank).nanos()));
            }
        }
        long end = events.isEmpty() ? 0 : events.get(events.size() - 1).nanos() + 1;
        open.forEach((key, event) -> {
            if (which.test(event.after(latest))) {
                some.add(event.wait(key, events.size(), end));
            }
        });
        return some;
    }

    long[] keys() {
        return Arrays.copyOf(keys, count);
    }
}
