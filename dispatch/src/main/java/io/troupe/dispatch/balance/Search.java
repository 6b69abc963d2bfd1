// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balance;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Improves a layout step by step: unit by unit, the heaviest first, each to where the layout gains most by it, or nowhere.
 * Greedy list scheduling (Graham, "Bounds on multiprocessing timing anomalies", 1969) with the gain of Kernighan and Lin
 * (1970) for the edges.
 */
final class Search {
    /** Refilling caches takes some microseconds; repaid within a second. */
    private static final double MOVE_PRICE = 5e-6;

    private static final int PASSES = 3;
    private static final int MAX_CANDIDATES = 16;

    private final Snapshot<?> snapshot;
    private final Layout layout;
    private final Units units;
    private final int mostMoves;
    private final Map<Integer, Step> steps = new LinkedHashMap<>();
    private final int[] candidates = new int[MAX_CANDIDATES];
    private double gain;

    Search(Snapshot<?> snapshot, Layout layout, Units units, int mostMoves) {
        this.snapshot = snapshot;
        this.layout = layout;
        this.units = units;
        this.mostMoves = mostMoves;
    }

    /** What has been gained, in workers. */
    double gain() {
        return gain;
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
                if (isMovable(unit)) {
                    improve(unit);
                }
            }
            if (steps.size() == before && gain - gainBefore < MOVE_PRICE) {
                return;
            }
        }
    }

    /** Moves out all that may be moved. */
    void drain(int worker) {
        for (int unit = 0; unit < units.count() && steps.size() < mostMoves; unit++) {
            if (isAt(unit, worker) && isMovable(unit)) {
                int target = best(unit);
                if (target >= 0) {
                    apply(unit, target, Reason.UNDERLOAD);
                }
            }
        }
    }

    private boolean isAt(int unit, int worker) {
        for (int cell : units.members(unit)) {
            if (layout.place(cell) == worker) {
                return true;
            }
        }
        return false;
    }

    private boolean isMovable(int unit) {
        for (int cell : units.members(unit)) {
            CellLoad<?> load = snapshot.cells().get(cell);
            if (!load.settled() || load.placement().isPinned()) {
                return false;
            }
        }
        return true;
    }

    private void improve(int unit) {
        int target = best(unit);
        if (target < 0) {
            return;
        }
        int[] cells = units.members(unit);
        double evenness = layout.evenness(cells, target);
        double hops = layout.price(layout.hopsSaved(cells, target, units.unitOf()));
        double better = evenness + hops - MOVE_PRICE * cells.length;
        if (better > 0) {
            gain += better;
            apply(unit, target, hops > evenness ? Reason.LOCALITY : Reason.IMBALANCE);
        }
    }

    /** The worker on which the unit is worth most; -1 if there is none but its own. */
    private int best(int unit) {
        int[] cells = units.members(unit);
        int count = candidates(unit);
        int best = -1;
        double most = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < count; i++) {
            int target = candidates[i];
            if (isAllAt(cells, target) || !isAllowed(cells, target)) {
                continue;
            }
            double worth =
                    layout.evenness(cells, target) + layout.price(layout.hopsSaved(cells, target, units.unitOf()));
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
    private int candidates(int unit) {
        int count = 0;
        int coolest = layout.coolest();
        if (coolest >= 0) {
            candidates[count++] = coolest;
        }
        for (int cell : units.members(unit)) {
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
            if (key != null && sameKeyAt(key, target) >= sameKeyAt(key, layout.place(cell))) {
                return false;
            }
        }
        return true;
    }

    private int sameKeyAt(String key, int worker) {
        int count = 0;
        for (int i = 0; i < layout.cells(); i++) {
            if (layout.place(i) == worker
                    && key.equals(snapshot.cells().get(i).placement().apart())) {
                count++;
            }
        }
        return count;
    }

    private void apply(int unit, int target, Reason reason) {
        int[] cells = units.members(unit);
        double hops = layout.hopsSaved(cells, target, units.unitOf());
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
        Step before = steps.get(cell); // moved twice: as if it went straight to where it ended up
        int origin = before == null ? from : before.from();
        double saved = before == null ? hopsSaved : before.hopsSaved() + hopsSaved;
        steps.put(cell, new Step(cell, origin, target, reason, fromLoad, toLoad, saved));
    }
}
