// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.simulation;

import io.troupe.dispatch.balance.WorkerLoad;
import java.util.SplittableRandom;

/** What a dispatcher measures of one worker: samples with a random stride, averages over about two windows. */
final class Watch {
    private static final double SAMPLES = 256;
    private static final double NEW = 1 - Math.exp(-0.5);

    private final WorkerState worker;
    private final SplittableRandom random;
    private int turnStride = 1;
    private int turnsToGo = 1;
    private int callStride = 1;
    private int callsToGo = 1;
    private long calls;
    private double busy;
    private double waiting;
    private boolean overloaded;
    private boolean signalled;

    Watch(WorkerState worker, SplittableRandom random) {
        this.worker = worker;
        this.random = random;
    }

    /** For how many turns this one stands; 0: it is not sampled. */
    int sampleTurn() {
        if (--turnsToGo > 0) {
            return 0;
        }
        turnsToGo = 1 + random.nextInt(2 * turnStride - 1);
        return turnStride;
    }

    /** For how many calls this one stands; 0: it is not sampled. */
    int sampleCall() {
        calls++;
        if (--callsToGo > 0) {
            return 0;
        }
        callsToGo = 1 + random.nextInt(2 * callStride - 1);
        return callStride;
    }

    /** It asks for help, and counts as overloaded until the window ends. */
    void signal() {
        signalled = true;
    }

    /** Takes its sums. */
    void window(long now, long length, double overloadShare) {
        double share = Math.min(1, worker.takeBusy(now) / (double) length);
        double behind = behind();
        busy += (share - busy) * NEW;
        waiting += (behind - waiting) * NEW;
        overloaded = share >= overloadShare && behind > 0;
        turnStride = stride(worker.turns);
        callStride = stride(calls);
        signalled = false;
        worker.turns = 0;
        worker.waiting = 0;
        calls = 0;
    }

    private static int stride(long count) {
        return (int) Math.max(1, Math.round(count / SAMPLES));
    }

    private double behind() {
        return worker.turns == 0 ? worker.queue.size() : (double) worker.waiting / worker.turns;
    }

    /** As the balancer sees it. */
    WorkerLoad load() {
        if (!worker.running) {
            return WorkerLoad.STOPPED;
        }
        if (signalled) {
            return new WorkerLoad(true, 1, behind(), true, false);
        }
        return new WorkerLoad(true, busy, waiting, overloaded, false);
    }
}
