// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balancer;

import io.troupe.dispatch.balance.BalanceConfig;

/**
 * Paces searches: one that found nothing is not repeated while nothing has changed, first for one window, then for two, four,
 * eight and sixteen. (Who talks to whom may change without the loads: that is why there is an end to it.)
 */
final class SearchBackoff {
    private static final int LONGEST = 16;
    /** Less is noise. */
    private static final double CHANGE = 0.15;

    private final long windowNanos;
    private double[] loads = {};
    private int cells;
    private int windows;
    private long until;

    SearchBackoff(BalanceConfig config) {
        this.windowNanos = config.window().toNanos();
    }

    boolean isOver(LoadSnapshot<?> now, WorkerDemand workerDemand, boolean growing) {
        return windows == 0 || now.nanos() - until >= 0 || hasChanged(now, workerDemand, growing);
    }

    private boolean hasChanged(LoadSnapshot<?> now, WorkerDemand workerDemand, boolean growing) {
        boolean changed = loads.length != now.workers().size() || Math.abs(now.known() - cells) > CHANGE * cells;
        for (int w = 0; w < loads.length && !changed; w++) {
            double load = load(w, workerDemand, growing);
            changed = Math.abs(load - loads[w]) > CHANGE * Math.max(1, loads[w]);
        }
        return changed;
    }

    /** How many wait wanders where workers are full; it matters when workers may start. */
    private static double load(int worker, WorkerDemand workerDemand, boolean growing) {
        return growing ? workerDemand.load(worker, true) : workerDemand.busy(worker);
    }

    /** Nothing was found. */
    void begin(LoadSnapshot<?> now, WorkerDemand workerDemand, boolean growing) {
        boolean again = windows > 0 && !hasChanged(now, workerDemand, growing);
        windows = again ? Math.min(LONGEST, 2 * windows) : 1;
        until = now.nanos() + windows * windowNanos - windowNanos / 2; // decisions do not come to the nanosecond
        cells = now.known();
        loads = new double[now.workers().size()];
        for (int w = 0; w < loads.length; w++) {
            loads[w] = load(w, workerDemand, growing);
        }
    }

    void end() {
        windows = 0;
    }
}
