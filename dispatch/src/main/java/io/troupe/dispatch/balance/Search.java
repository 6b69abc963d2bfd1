// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balance;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Improves a layout step by step: unit by unit, the heaviest first, each to where the layout gains most by it, or nowhere;
 * then the single cells of the units in the same way. Greedy list scheduling (Graham, "Bounds on multiprocessing timing
 * anomalies", 1969) with the gain of Kernighan and Lin (1970) for the edges.
 */
final class Search {
    /** Handing over and refilling caches takes some tens of microseconds; repaid within a second. */
    private static final double MOVE_PRICE = 5e-5;

    private static final int PASSES = 3;
    private static final int MAX_CANDIDATES = 16;

    private final Snapshot<?> snapshot;
    private final Layout layout;
    private final Units units;
    private final int mostMoves;
    private final Map<Integer, Step> steps = new LinkedHashMap<>();
    private final int[] candidates = new int[MAX_CANDIDATES];
    private final boolean[] fresh;
    private final Map<String, int[]> apart = new HashMap<>();
    private double gain;
    private double hopGain;

    Search(Snapshot<?> snapshot, Layout layout, Units units, int mostMoves) {
        this.snapshot = snapshot;
        this.layout = layout;
        this.units = units;
        this.mostMoves = mostMoves;
        this.fresh = new boolean[layout.workers()];
        for (int cell = 0; cell < layout.cells(); cell++) {
            count(cell, layout.place(cell), 1);
        }
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

    List<Step> steps() {
        List<Step> real = new ArrayList<>();
        for (Step step : steps.values()) {
            if (step.from() != step.to()) {
                real.add(step);
            }
        }
        return real;
    }

    /** Moves whatever makes the layout better. */
    void improve() {
        for (int pass = 0; pass < PASSES; pass++) {
            int before = steps.size();
            double gainBefore = gain;
            for (int unit = 0; unit < units.count() && steps.size() < mostMoves; unit++) {
                improve(units.members(unit), units.unitOf());
            }
            if (steps.size() == before && gain - gainBefore < MOVE_PRICE) {
                break;
            }
        }
        refine();
    }

    /** Units are only a guess at what should move together: some of their cells may be better off elsewhere. */
    private void refine() {
        int[] single = new int[1];
        for (int unit = 0; unit < units.count(); unit++) {
            int[] members = units.members(unit);
            for (int i = 0; members.length > 1 && i < members.length && steps.size() < mostMoves; i++) {
                if (snapshot.cells().get(members[i]).placement().together() == null) {
                    single[0] = members[i];
                    improve(single, null);
                }
            }
        }
    }

    /** Moves out all that may be moved. */
    void drain(int worker) {
        for (int unit = 0; unit < units.count() && steps.size() < mostMoves; unit++) {
            int[] cells = units.members(unit);
            if (isAt(cells, worker) && isMovable(cells)) {
                int target = best(cells, units.unitOf());
                if (target >= 0) {
                    apply(cells, target, Reason.UNDERLOAD, units.unitOf());
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

    private void improve(int[] cells, int @Nullable [] unitOf) {
        if (isContent(cells) || isPinned(cells)) {
            return;
        }
        int target = best(cells, unitOf);
        if (target < 0) {
            return;
        }
        double evenness = layout.evenness(cells, target);
        double hops = layout.price(layout.hopsSaved(cells, target, unitOf));
        double better = evenness + hops - MOVE_PRICE * cells.length;
        if (better > 0) {
            gain += better;
            hopGain += hops;
            apply(cells, target, hops > evenness ? Reason.LOCALITY : Reason.IMBALANCE, unitOf);
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

    /** The worker on which the unit is worth most; -1 if there is none but its own. */
    private int best(int[] cells, int @Nullable [] unitOf) {
        boolean movable = isMovable(cells);
        int count = candidates(cells);
        int best = -1;
        double most = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < count; i++) {
            int target = candidates[i];
            if ((!movable && !fresh[target]) || isAllAt(cells, target) || !isAllowed(cells, target)) {
                continue;
            }
            double worth = layout.evenness(cells, target) + layout.price(layout.hopsSaved(cells, target, unitOf));
            if (worth > most) {
                most = worth;
                best = target;
            }
        }
        return best;
    }

    private boolean isAllAt(int[] cells, int worker) {
        for (int cell : cells) {
            if (layout.place(cell) != worker) {
                return false;
            }
        }
        return true;
    }

    /** The emptiest worker and those of partners. */
    private int candidates(int[] cells) {
        int count = 0;
        int coolest = layout.coolest();
        if (coolest >= 0) {
            candidates[count++] = coolest;
        }
        for (int cell : cells) {
            count = add(layout.place(cell), count);
            for (int other : layout.neighbours(cell)) {
                count = add(layout.place(other), count);
            }
        }
        return count;
    }

    private int add(int worker, int count) {
        if (count == MAX_CANDIDATES || !layout.isOpen(worker)) {
            return count;
        }
        for (int i = 0; i < count; i++) {
            if (candidates[i] == worker) {
                return count;
            }
        }
        candidates[count] = worker;
        return count + 1;
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

    private void apply(int[] cells, int target, Reason reason, int @Nullable [] unitOf) {
        double hops = layout.hopsSaved(cells, target, unitOf);
        for (int cell : cells) {
            if (layout.place(cell) != target) {
                move(cell, target, reason, hops / cells.length);
            }
        }
    }

    /** Moves one cell, whatever it is worth. */
    void move(int cell, int target, Reason reason, double hopsSaved) {
        int from = layout.place(cell);
        double fromLoad = layout.load(from);
        double toLoad = layout.load(target);
        layout.move(cell, target);
        count(cell, from, -1);
        count(cell, target, 1);
        Step before = steps.get(cell); // moved twice: as if it went straight to where it ended up
        int origin = before == null ? from : before.from();
        double saved = before == null ? hopsSaved : before.hopsSaved() + hopsSaved;
        steps.put(cell, new Step(cell, origin, target, reason, fromLoad, toLoad, saved));
    }
}
