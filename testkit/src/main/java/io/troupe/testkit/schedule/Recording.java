// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The events of a run with their keys, in order. For the thread of the simulation. */
final class Recording {
    private final List<SimEvent> events = new ArrayList<>();

    /** Names of events that have been possible and have not happened, by key. */
    private final Map<Long, String> open = new LinkedHashMap<>();

    private long[] keys = new long[64];
    private int count;

    /** An event has become possible. */
    void possible(long key, String name) {
        open.put(key, name);
    }

    /** An event begins. */
    void begin(long key) {
        open.remove(key);
        if (count == keys.length) {
            keys = Arrays.copyOf(keys, 2 * count);
        }
        keys[count++] = key;
    }

    /** The event that began last did not happen. */
    void takeBack() {
        count--;
    }

    /** An event has happened. */
    void end(SimEvent event) {
        events.add(event);
    }

    List<SimEvent> events() {
        return List.copyOf(events);
    }

    /**
     * The run as departures: each event waits for its rank, and what was possible but did not happen waits for the end. With
     * all of them the run happens again.
     */
    List<Departure> departures() {
        List<Departure> all = new ArrayList<>();
        for (int i = 0; i < events.size(); i++) {
            all.add(new Departure(keys[i], i, events.get(i).name()));
        }
        open.forEach((key, name) -> all.add(new Departure(key, events.size(), name)));
        return all;
    }

    long[] keys() {
        return Arrays.copyOf(keys, count);
    }
}
