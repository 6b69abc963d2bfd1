// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The events of a run with their keys, in order. For the thread of the simulation. */
final class Recording {
    private final List<SimEvent> events = new ArrayList<>();
    private long[] keys = new long[64];
    private int count;

    /** An event begins. */
    void begin(long key) {
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

    long[] keys() {
        return Arrays.copyOf(keys, count);
    }
}
