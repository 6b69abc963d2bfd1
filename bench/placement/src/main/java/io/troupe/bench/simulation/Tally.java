// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.simulation;

import java.util.Arrays;

/** What happened in a run. */
final class Tally {
    static final long BUCKET = 20_000_000;

    private final Scenario scenario;
    long messages;
    long sent;
    /** Messages from one worker to another. */
    long cut;

    long stolen;
    /** Nanoseconds. */
    long makespan;
    /** From the burst until all workers ran something; -1: never. */
    long allBusyAfter = -1;

    int runningAtEnd;
    int runningMost;
    private long[] done = new long[256];
    private long[] moved = new long[256];
    private long[] sentUntil = new long[256];
    private long[] cutUntil = new long[256];
    private int buckets = 1;

    Tally(Scenario scenario) {
        this.scenario = scenario;
    }

    void message(long now) {
        messages++;
        done[bucket(now)]++;
    }

    void move(long now) {
        moved[bucket(now)]++;
    }

    private int bucket(long now) {
        int bucket = (int) (now / BUCKET);
        if (bucket >= done.length) {
            done = Arrays.copyOf(done, 2 * bucket);
            moved = Arrays.copyOf(moved, 2 * bucket);
            sentUntil = Arrays.copyOf(sentUntil, 2 * bucket);
            cutUntil = Arrays.copyOf(cutUntil, 2 * bucket);
        }
        buckets = Math.max(buckets, bucket + 1);
        return bucket;
    }

    void window(Machine machine) {
        int bucket = bucket(machine.now);
        sentUntil[bucket] = sent;
        cutUntil[bucket] = cut;
        int running = 0;
        for (WorkerState worker : machine.workers) {
            running += worker.running ? 1 : 0;
        }
        runningMost = Math.max(runningMost, running);
        runningAtEnd = running;
    }

    void finish(Machine machine) {
        window(machine);
        makespan = machine.now;
    }

    /** Per second. */
    double throughput() {
        return messages * 1e9 / makespan;
    }

    long moves() {
        return Arrays.stream(moved).sum();
    }

    long movesInLastThird() {
        return Arrays.stream(moved, buckets - buckets / 3, buckets).sum();
    }

    /** Share of messages that went from worker to worker. */
    double cutShare() {
        return sent == 0 ? 0 : (double) cut / sent;
    }

    /** The same, counted from then on; negative if the run was over by then. */
    double cutShareAfter(long nanos) {
        int from = (int) (nanos / BUCKET);
        if (from >= buckets - 1) {
            return -1;
        }
        return (double) (cut - cutUntil[from]) / Math.max(1, sent - sentUntil[from]);
    }

    /**
     * Time until as many messages per second were processed as 0.9 times this rate, averaged over all phases: the first of
     * two buckets in a row.
     */
    double reaction(double rate) {
        double enough = 0.9 * rate * BUCKET / 1e9;
        int length = scenario.phase == 0 ? buckets : (int) (scenario.phase / BUCKET);
        double sum = 0;
        int phases = 0;
        for (int begin = 0; begin + 10 < buckets; begin += length) {
            int at = begin;
            int end = Math.min(begin + length, buckets) - 1;
            while (at < end && done[at] + done[at + 1] < 2 * enough) {
                at++;
            }
            sum += (at - begin) * (double) BUCKET;
            phases++;
        }
        return phases == 0 ? 0 : sum / phases;
    }
}
