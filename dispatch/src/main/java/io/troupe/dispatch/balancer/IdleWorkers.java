// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balancer;

import io.troupe.dispatch.balance.BalanceConfig;

/** Finds the worker that the load has not needed for so long that it can be given up. */
final class IdleWorkers {
    /** All would fit on one worker fewer with this load each. */
    private static final double ROOMY = 0.5;
    /** Of a worker's time; one that does less is not needed, whatever the others do. */
    private static final double IDLE = 0.05;
    /** Of a worker's time; less is no difference. */
    private static final double LITTLE = 0.01;

    private final StopBackoff backoff;
    private long easySince;
    private boolean easy;

    IdleWorkers(BalanceConfig config) {
        this.backoff = new StopBackoff(config);
    }

    /** There is too much to do. */
    void wanted() {
        easy = false;
    }

    /** A worker was started for that. */
    void started(long now) {
        backoff.started(now);
    }

    /** The worker to be given up now, or -1. */
    int find(LoadSnapshot<?> now) {
        if (now.running() < 2 || !(isRoomy(now) || hasIdler(now))) {
            easy = false;
            return -1;
        }
        if (!easy) {
            easy = true;
            easySince = now.nanos();
        }
        if (now.nanos() - easySince < backoff.nanos()) {
            return -1;
        }
        easy = false;
        int worker = emptiest(now);
        if (worker >= 0) {
            backoff.stopped(now.nanos());
        }
        return worker;
    }

    private static boolean isRoomy(LoadSnapshot<?> now) {
        return now.busy() <= ROOMY * (now.running() - 1);
    }

    /** Whether a worker does next to nothing though none has too much to do. */
    private static boolean hasIdler(LoadSnapshot<?> now) {
        boolean idler = false;
        for (WorkerLoad worker : now.workers()) {
            if (worker.overloaded()) {
                return false;
            }
            idler |= worker.running() && !worker.pinned() && worker.busy() < IDLE;
        }
        return idler;
    }

    /** The worker that has least to do and may be given up, or -1; the later ones first, where several have nothing. */
    static int emptiest(LoadSnapshot<?> now) {
        int emptiest = -1;
        for (int w = now.workers().size() - 1; w >= 0; w--) {
            WorkerLoad worker = now.workers().get(w);
            if (worker.running()
                    && !worker.pinned()
                    && (emptiest < 0
                            || worker.busy() < now.workers().get(emptiest).busy() - LITTLE)) {
                emptiest = w;
            }
        }
        return emptiest;
    }
}
