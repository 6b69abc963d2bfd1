// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.trace;

import io.troupe.testkit.schedule.SimEvent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Gives events their vector clocks. An event knows its cause and all that its actor has seen before; what happens to a node
 * happens to its actors.
 */
public final class CausalOrder {
    private final Map<String, VectorClock> places = new HashMap<>();

    CausalOrder() {}

    /**
     * The events of a simulated run with their clocks.
     *
     * @param events of one run, in order
     * @return the same events, in the same order
     */
    public static List<TraceEvent> of(Collection<SimEvent> events) {
        CausalOrder order = new CausalOrder();
        Map<Long, VectorClock> clocks = new HashMap<>();
        List<TraceEvent> traced = new ArrayList<>();
        for (SimEvent event : events) {
            VectorClock clock = order.next("", event, clocks.getOrDefault(event.cause(), VectorClock.ZERO));
            clocks.put(event.number(), clock);
            traced.add(new TraceEvent("", event, "", null, clock));
        }
        return traced;
    }

    /** The clock of the event that happens next at its place. */
    VectorClock next(String origin, SimEvent event, VectorClock cause) {
        String place = TraceEvent.place(origin, event);
        VectorClock before = places.getOrDefault(place, VectorClock.ZERO)
                .merge(places.getOrDefault(nodeOf(place), VectorClock.ZERO));
        VectorClock clock = before.merge(cause).tick(place);
        places.put(place, clock);
        return clock;
    }

    /** The place of a node, of which the given one is an actor; faults happen there. */
    private static String nodeOf(String place) {
        int bar = place.indexOf('|');
        String path = place.substring(bar + 1);
        int scheme = path.indexOf("://");
        int begin = scheme < 0 ? 0 : scheme + 3;
        int slash = path.indexOf('/', begin);
        return slash < 0 ? "" : place.substring(0, bar + 1) + path.substring(begin, slash);
    }
}
