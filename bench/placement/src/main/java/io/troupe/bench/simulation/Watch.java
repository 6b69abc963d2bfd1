// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.simulation;

import io.troupe.dispatch.balance.BalanceConfig;
import io.troupe.dispatch.balancer.WorkerLoad;
import java.util.SplittableRandom;

/**
 * What a dispatcher measures of one worker, by the rules of its gauge and of the reader of that: samples with a random stride,
 * averages over about two windows, calls for help.
 */
final class Watch {
    private static final double SAMPLES = 256;
    private static final double AVERAGED = 2;
    private static final double CROWDED = 0.5;
    private static final long LONG_WORK = 2_000_000;
    private static final long LEAST_WORK = 1_000_000;
    private static final long LONGEST_SAMPLE = 1_000_000;

    private final WorkerState worker;
    private final SplittableRandom random;
    private final BalanceConfig config;
    private int turnStride = 1;
    private int turnsToGo = 1;
    private int callStride = 1;
    private int callsToGo = 1;
    private long turns;
    private long calls;
    private long at;
    private double busy;
    private double waiting;
    private double latestWaiting;

    // since the last rest
    private boolean signalled;
    private long messages;
    private long worked;

    private boolean asking;
    private boolean asked;

    Watch(WorkerState worker, SplittableRandom random, BalanceConfig config) {
        this.worker = worker;
        this.random = random;
        this.config = config;
    }

    /** For how many turns this one stands; 0: it is not sampled. */
    int sampleTurn() {
        turns++;
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

    /** Notes a sampled turn; whether the worker calls for help now: once between two rests. */
    boolean ran(long nanos, int delivered, int weight) {
        messages += (long) delivered * weight;
        worked += Math.min(nanos * weight, LONGEST_SAMPLE);
        boolean over = worked >= LONG_WORK || (messages >= config.overloadMessages() && worked >= LEAST_WORK);
        if (!over || signalled || worker.queue.size() == 0) {
            return false;
        }
        signalled = true;
        asking = true;
        return true;
    }

    /** The worker has found nothing to do. */
    void rested() {
        signalled = false;
        messages = 0;
        worked = 0;
    }

    /** Whether it has called since the last look. */
    boolean isAsking() {
        return asking;
    }

    /** Takes its sums. */
    void look(long now) {
        double elapsed = Math.max(1, now - at);
        at = now;
        double share = Math.min(1, worker.takeBusy(now) / elapsed);
        double fresh = 1 - Math.exp(-elapsed / (AVERAGED * config.window().toNanos()));
        latestWaiting = worker.turns == 0 ? 0 : (double) worker.waiting / worker.turns;
        busy += fresh * (share - busy);
        waiting += fresh * (latestWaiting - waiting);
        asked = asking;
        asking = false;
        worker.turns = 0;
        worker.waiting = 0;
    }

    /** A window has ended: the strides follow what there was in it. After a rest, everything is looked at again. */
    void window() {
        turnsToGo = turns == 0 ? 1 : turnsToGo;
        callsToGo = calls == 0 ? 1 : callsToGo;
        turnStride = stride(turns);
        callStride = stride(calls);
        turns = 0;
        calls = 0;
    }

    private static int stride(long count) {
        return (int) Math.max(1, Math.round(count / SAMPLES));
    }

    /** As the balancer sees it. */
    WorkerLoad load() {
        if (!worker.running) {
            return WorkerLoad.STOPPED;
        }
        if (asked) {
            return new WorkerLoad(true, 1, Math.max(latestWaiting, CROWDED), true, false);
        }
        boolean full = busy >= config.overloadShare() && waiting >= CROWDED;
        if (!full && signalled && latestWaiting >= CROWDED) {
            return new WorkerLoad(true, 1, latestWaiting, true, false);
        }
        return new WorkerLoad(true, busy, waiting, full, false);
    }
}
