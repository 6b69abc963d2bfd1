// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balancer;

import io.troupe.dispatch.balance.DecisionReason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Improves a layout step by step: group by group, the heaviest first, each to where the layout gains most by it, or nowhere;
 * then the single cells of the groups in the same way. Greedy list scheduling (Graham, "Bounds on multiprocessing timing
 * anomalies", 1969) with the gain of Kernighan and Lin (1970) for the edges.
 */
final class MoveSearch {
    /** Handing over and refilling caches takes some tens of microseconds; repaid within a second. */
    private static final double MOVE_PRICE = 5e-5;

    private static final int PASSES = 3;
    /**
     * Cells and edges that are looked at, at the most: one or two milliseconds. The heaviest come first; who is left out is
     * light, and has its turn when they are in place.
     */
    private static final int MOST_EFFORT = 120_000;

    private final LoadSnapshot<?> snapshot;
    private final CellLayout layout;
    private final MoveGain moveGain;
    private final int mostMoves;
    private final Map<Integer, MoveStep> steps = new LinkedHashMap<>();
    private final boolean[] fresh;
    private final Map<String, int[]> apart = new HashMap<>();
    private double gain;
    private double hopGain;
    private int effort;

    MoveSearch(LoadSnapshot<?> snapshot, CellLayout layout, int mostMoves) {
        this.snapshot = snapshot;
        this.layout = layout;
        this.moveGain = new MoveGain(layout);
        this.mostMoves = mostMoves;
        this.fresh = new boolean[layout.workers()];
        for (int cell = 0; snapshot.isDemanding() && cell < layout.cells(); cell++) {
            count(cell, layout.place(cell), 1);
        }
    }

    private MoveGroups groups() {
        layout.connect(snapshot.links());
        return new MoveGroups(snapshot, layout);
    }

    private boolean isOver() {
        return steps.size() >= mostMoves || effort >= MOST_EFFORT;
    }

    /** Notes a worker that is about to start. To it, cells may go that were moved a moment ago: they cannot come back. */
    void fresh(int worker) {
        fresh[worker] = true;
    }

    /** What has been gained, in workers. */
    double gain() {
        return gain;
    }

    /** Of this, what comes from fewer calls between workers. */
    double hopGain() {
        return hopGain;
    }

    List<MoveStep> steps() {
        List<MoveStep> real = new ArrayList<>();
        for (MoveStep step : steps.values()) {
            if (step.from() != step.to()) {
                real.add(step);
            }
        }
        return real;
    }

    /** Moves whatever makes the layout better. */
    void improve() {
        MoveGroups groups = groups();
        for (int pass = 0; pass < PASSES; pass++) {
            int before = steps.size();
            double gainBefore = gain;
            for (int group = 0; group < groups.count() && !isOver(); group++) {
                improve(groups.members(group), groups.groupOf());
            }
            if (steps.size() == before && gain - gainBefore < MOVE_PRICE) {
                break;
            }
        }
        refine(groups);
    }

    /** Groups are only a guess at what should move together: some of their cells may be better off elsewhere. */
    private void refine(MoveGroups groups) {
        int[] single = new int[1];
        for (int group = 0; group < groups.count() && !isOver(); group++) {
            int[] members = groups.members(group);
            for (int i = 0; members.length > 1 && i < members.length && !isOver(); i++) {
                if (snapshot.cells().get(members[i]).placement().together() == null) {
                    single[0] = members[i];
                    improve(single, null);
                }
            }
        }
    }

    /** Moves out all that may be moved. */
    void drain(int worker) {
        MoveGroups groups = groups();
        for (int group = 0; group < groups.count() && steps.size() < mostMoves; group++) {
            int[] cells = groups.members(group);
            if (isAt(cells, worker) && isMovable(cells)) {
                int target = best(cells, groups.groupOf());
                if (target >= 0) {
                    apply(cells, target, DecisionReason.UNDERLOAD);
                }
            }
        }
    }

    private boolean isAt(int[] cells, int worker) {
        for (int cell : cells) {
            if (layout.place(cell) == worker) {
                return true;
            }
        }
        return false;
    }

    private boolean isMovable(int[] cells) {
        for (int cell : cells) {
            CellLoad<?> load = snapshot.cells().get(cell);
            if (!load.settled() || load.placement().isPinned()) {
                return false;
            }
        }
        return true;
    }

    private boolean isPinned(int[] cells) {
        for (int cell : cells) {
            if (snapshot.cells().get(cell).placement().isPinned()) {
                return true;
            }
        }
        return false;
    }

    private void improve(int[] cells, int @Nullable [] groupOf) {
        effort += cells.length;
        if (isContent(cells) || isPinned(cells)) {
            return;
        }
        int target = best(cells, groupOf);
        if (target < 0) {
            return;
        }
        double evenness = moveGain.evenness(target);
        double hops = layout.price(moveGain.hopsSaved(target));
        double better = evenness + hops - MOVE_PRICE * cells.length;
        if (better > 0) {
            gain += better;
            hopGain += hops;
            apply(cells, target, hops > evenness ? DecisionReason.LOCALITY : DecisionReason.IMBALANCE);
        }
    }

    /** Nothing to gain: partners are here, and the worker has no more than others. The case of nearly all cells. */
    private boolean isContent(int[] cells) {
        int at = layout.place(cells[0]);
        if (layout.load(at) > Math.min(1, layout.mean())) {
            return false;
        }
        for (int cell : cells) {
            if (layout.place(cell) != at || !layout.isQuiet(cell)) {
                return false;
            }
        }
        return true;
    }

    /** The worker on which the group is worth most: the emptiest, or one of partners; -1 if there is none but its own. */
    private int best(int[] cells, int @Nullable [] groupOf) {
        boolean movable = isMovable(cells);
        effort += moveGain.look(cells, groupOf);
        int best = -1;
        double most = Double.NEGATIVE_INFINITY;
        for (int i = -1; i < moveGain.workers(); i++) {
            int target = i < 0 ? layout.coolest() : moveGain.worker(i);
            if (target < 0 || !layout.isOpen(target) || (!movable && !fresh[target])) {
                continue;
            }
            if (i >= 0 && !moveGain.isAttractive(target)) {
                continue; // the emptiest is better
            }
            if (moveGain.isAllAt(target) || !isAllowed(cells, target)) {
                continue;
            }
            double worth = moveGain.worth(target);
            if (worth > most) {
                most = worth;
                best = target;
            }
        }
        return best;
    }

    /** Cells that are to be apart may not come closer. */
    private boolean isAllowed(int[] cells, int target) {
        for (int cell : cells) {
            String key = snapshot.cells().get(cell).placement().apart();
            int[] at = key == null ? null : apart.get(key);
            if (at != null && at[target] >= at[layout.place(cell)]) {
                return false;
            }
        }
        return true;
    }

    private void count(int cell, int worker, int change) {
        String key = snapshot.cells().get(cell).placement().apart();
        if (key != null) {
            apart.computeIfAbsent(key, k -> new int[layout.workers()])[worker] += change;
        }
    }

    /** Carries out what was looked at last. */
    private void apply(int[] cells, int target, DecisionReason reason) {
        double hops = moveGain.hopsSaved(target);
        for (int cell : cells) {
            if (layout.place(cell) != target) {
                move(cell, target, reason, hops / cells.length);
            }
        }
    }

    /** Moves one cell, whatever it is worth. */
    void move(int cell, int target, DecisionReason reason, double hopsSaved) {
        int from = layout.place(cell);
        double fromLoad = layout.load(from);
        double toLoad = layout.load(target);
        layout.move(cell, target);
        count(cell, from, -1);
        count(cell, target, 1);
        MoveStep before = steps.get(cell); // moved twice: as if it went straight to where it ended up
        int origin = before == null ? from : before.from();
        double saved = before == null ? hopsSaved : before.hopsSaved() + hopsSaved;
        steps.put(cell, new MoveStep(cell, origin, target, reason, fromLoad, toLoad, saved));
    }
}
