// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balancer;

import io.troupe.dispatch.balance.DecisionReason;
import io.troupe.dispatch.balance.Placement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Restores what users have demanded, before anything else is thought of: pins, cells together, cells apart. */
final class PlacementDemands {
    private final LoadSnapshot<?> snapshot;
    private final CellLayout layout;
    private final MoveSearch search;

    PlacementDemands(LoadSnapshot<?> snapshot, CellLayout layout, MoveSearch search) {
        this.snapshot = snapshot;
        this.layout = layout;
        this.search = search;
    }

    void restore() {
        Map<String, List<Integer>> together = new HashMap<>();
        Map<String, List<Integer>> apart = new HashMap<>();
        for (int i = 0; i < layout.cells(); i++) {
            Placement placement = snapshot.cells().get(i).placement();
            if (placement.isPinned()) {
                pin(i, Math.floorMod(placement.worker(), layout.workers()));
            } else if (placement.together() != null) {
                together.computeIfAbsent(placement.together(), key -> new ArrayList<>())
                        .add(i);
            } else if (placement.apart() != null) {
                apart.computeIfAbsent(placement.apart(), key -> new ArrayList<>())
                        .add(i);
            }
        }
        together.values().forEach(this::gather);
        apart.values().forEach(this::spread);
    }

    private void pin(int cell, int worker) {
        if (layout.place(cell) != worker && layout.isOpen(worker)) {
            search.move(cell, worker, DecisionReason.PLACEMENT, 0);
        }
    }

    /** All to where most of their work is. */
    private void gather(List<Integer> cells) {
        double[] demand = new double[layout.workers()];
        int target = layout.place(cells.get(0));
        for (int cell : cells) {
            int at = layout.place(cell);
            demand[at] += layout.demand(cell) + 1e-9;
            if (layout.isOpen(at) && (!layout.isOpen(target) || demand[at] > demand[target])) {
                target = at;
            }
        }
        for (int cell : cells) {
            if (layout.place(cell) != target && layout.isOpen(target)) {
                search.move(cell, target, DecisionReason.PLACEMENT, 0);
            }
        }
    }

    /** From the fullest to the emptiest worker until they differ by one at most. */
    private void spread(List<Integer> cells) {
        int[] count = new int[layout.workers()];
        for (int cell : cells) {
            count[layout.place(cell)]++;
        }
        for (int cell : cells) {
            int from = layout.place(cell);
            int fewest = fewest(count);
            if (fewest >= 0 && count[from] > count[fewest] + 1) {
                search.move(cell, fewest, DecisionReason.PLACEMENT, 0);
                count[from]--;
                count[fewest]++;
            }
        }
    }

    private int fewest(int[] count) {
        int fewest = -1;
        for (int w = 0; w < count.length; w++) {
            if (layout.isOpen(w) && (fewest < 0 || count[w] < count[fewest])) {
                fewest = w;
            }
        }
        return fewest;
    }
}
