// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.trace;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * How many events of each place are in the past of one event: a vector clock with a component per actor. Two events are ordered by
 * causality if and only if their clocks are. Immutable.
 */
public final class VectorClock {
    /** The clock before anything has happened. */
    public static final VectorClock ZERO = new VectorClock(Map.of());

    private final Map<String, Long> counts;

    private VectorClock(Map<String, Long> counts) {
        this.counts = counts;
    }

    /**
     * One component.
     *
     * @param place an actor, a node, or {@code outside}
     * @return the number of its events in the past, this one included; 0 or more
     */
    public long at(String place) {
        return counts.getOrDefault(place, 0L);
    }

    /**
     * Whether all that this clock knows is known to another one, which knows more.
     *
     * @param other of another event
     * @return false, too, if neither knows all of the other
     */
    public boolean isBefore(VectorClock other) {
        return !equals(other)
                && counts.entrySet().stream().allMatch(entry -> entry.getValue() <= other.at(entry.getKey()));
    }

    VectorClock tick(String place) {
        Map<String, Long> next = new HashMap<>(counts);
        next.merge(place, 1L, Long::sum);
        return new VectorClock(next);
    }

    VectorClock merge(VectorClock other) {
        if (other.counts.isEmpty()) {
            return this;
        }
        if (counts.isEmpty()) {
            return other;
        }
        Map<String, Long> both = new HashMap<>(counts);
        other.counts.forEach((place, count) -> both.merge(place, count, Math::max));
        return new VectorClock(both);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof VectorClock that && counts.equals(that.counts);
    }

    @Override
    public int hashCode() {
        return counts.hashCode();
    }

    @Override
    public String toString() {
        return new TreeMap<>(counts).toString();
    }
}
