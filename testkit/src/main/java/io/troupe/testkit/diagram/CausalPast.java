// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.diagram;

import io.troupe.testkit.schedule.EventKind;
import io.troupe.testkit.schedule.SimEvent;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which events could have influenced some others: those that caused them, and what their lifelines have seen before. */
final class CausalPast {
    private CausalPast() {}

    /**
     * The causal past of some events, these included.
     *
     * @param events in order
     * @param ends indices of the events whose past is wanted
     * @return indices of the past
     */
    static BitSet of(List<SimEvent> events, Collection<Integer> ends) {
        Map<Long, Integer> indices = new HashMap<>();
        int[] before = new int[events.size()];
        int[] ofNode = new int[events.size()];
        Map<String, Integer> last = new HashMap<>();
        for (int i = 0; i < before.length; i++) {
            SimEvent event = events.get(i);
            indices.put(event.number(), i);
            Lifeline lifeline = Lifeline.of(place(event), false);
            before[i] = last.getOrDefault(lifeline.id(), -1);
            ofNode[i] = last.getOrDefault(lifeline.node(), -1); // what happens to a node happens to its actors
            last.put(lifeline.id(), i);
        }
        BitSet past = new BitSet();
        Deque<Integer> open = new ArrayDeque<>(ends);
        while (!open.isEmpty()) {
            int at = open.pop();
            if (at < 0 || past.get(at)) {
                continue;
            }
            past.set(at);
            open.push(before[at]);
            open.push(ofNode[at]);
            open.push(indices.getOrDefault(events.get(at).cause(), -1));
        }
        return past;
    }

    /** The actor or node to which an event happens. */
    static String place(SimEvent event) {
        return event.kind() == EventKind.SEND ? event.source() : event.target();
    }
}
