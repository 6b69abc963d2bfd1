// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.diagram;

import io.troupe.testkit.schedule.EventKind;
import io.troupe.testkit.schedule.SimEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/** Finds events that repeat, such as heartbeats, so that a diagram shows them once. */
final class Folding {
    /** Longest sequence that is seen to repeat. */
    private static final int LONGEST = 24;

    /** Fewest occurrences that are folded. */
    private static final int FEWEST = 3;

    private Folding() {}

    /**
     * A stretch of events: {@code times} occurrences of {@code length} events each.
     *
     * @param first index of the first event
     * @param length number of events in an occurrence
     * @param times 1: nothing repeats
     */
    record Stretch(int first, int length, int times) {
        int end() {
            return first + length * times;
        }
    }

    /** How an event looks, whatever its number and time. */
    private record Look(EventKind kind, String source, String target, String label) {
        static Look of(SimEvent event) {
            return new Look(event.kind(), event.source(), event.target(), event.label());
        }
    }

    /**
     * Cuts a run into stretches, from the first event to the last.
     *
     * @param events in order
     * @param unique whether the event with this index must be shown itself
     * @return the stretches in order, without gaps
     */
    static List<Stretch> of(List<SimEvent> events, IntPredicate unique) {
        int size = events.size();
        // equal looks get equal numbers, and an event that must be shown has a number of its own
        int[] looks = new int[size];
        List<Stretch> stretches = new ArrayList<>();
        Map<Look, Integer> numbers = new HashMap<>();
        for (int i = 0; i < size; i++) {
            looks[i] =
                    unique.test(i) ? -1 - i : numbers.computeIfAbsent(Look.of(events.get(i)), look -> numbers.size());
        }
        for (int at = 0; at < size; at = stretches.get(stretches.size() - 1).end()) {
            stretches.add(longest(looks, at));
        }
        return stretches;
    }

    /** The stretch from here that hides most; the shortest sequence of those that hide as much. */
    private static Stretch longest(int[] looks, int at) {
        Stretch best = new Stretch(at, 1, 1);
        int hidden = 0;
        for (int length = 1; length <= LONGEST && at + length * FEWEST <= looks.length; length++) {
            int same = 0;
            while (at + length + same < looks.length && looks[at + same] == looks[at + length + same]) {
                same++;
            }
            int times = 1 + same / length;
            if (times >= FEWEST && length * (times - 1) > hidden) {
                hidden = length * (times - 1);
                best = new Stretch(at, length, times);
            }
        }
        return best;
    }
}
