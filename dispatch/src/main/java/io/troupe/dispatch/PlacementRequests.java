// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import io.troupe.dispatch.balance.Placement;
import io.troupe.dispatch.cell.Cell;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * The demands that users have made, and where cells of one key went. Any thread adds; the balancer takes what is new and
 * drops keys that nobody uses any more.
 */
final class PlacementRequests {
    /** A cell and what was demanded for it. */
    record Demand(Cell cell, Placement placement) {}

    private final Queue<Demand> fresh = new ConcurrentLinkedQueue<>();
    private final Map<String, Integer> together = new ConcurrentHashMap<>();
    private final Map<String, Integer> apart = new ConcurrentHashMap<>();

    void add(Cell cell, Placement placement) {
        fresh.add(new Demand(cell, placement));
    }

    @Nullable
    Demand poll() {
        return fresh.poll();
    }

    /** The worker of a group of cells: that of the first one, until the balancer moves them. */
    int workerOf(String key, int otherwise) {
        Integer before = together.putIfAbsent(key, otherwise);
        return before == null ? otherwise : before;
    }

    /** The next worker for cells that are to be apart: one after the other. */
    int nextOf(String key) {
        return apart.merge(key, 1, Integer::sum) - 1;
    }

    void moved(String key, int worker) {
        together.replace(key, worker);
    }

    /** Drops the keys that none of these cells has. A cell that is being made at this moment may choose anew: it is moved. */
    void retain(Collection<Placement> inUse) {
        Set<String> keys = new HashSet<>();
        for (Placement placement : inUse) {
            keys.add(placement.together());
            keys.add(placement.apart());
        }
        together.keySet().retainAll(keys);
        apart.keySet().retainAll(keys);
    }
}
