// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import io.troupe.dispatch.cell.Padding;

/** Counters of a worker, written by its thread and read racily; kept away from what others read of a worker. */
final class WorkerCounters extends Padding {
    long turns;
    /** Cells of other workers that turns of this one have made ready. */
    long callsToOthers;

    /** Locks for which turns have waited that had better be where the other takers are. */
    long contentions;

    long steals;
    long parks;
    /** Steals since the last sleep. */
    int raids;

    int victim;
    int gatherSpins;

    /** When the worker began to run; 0 before. */
    long started;

    /** How long it has had nothing to do, up to the last time that it found something. */
    long idleNanos;

    /** Since when it has had nothing to do; 0 while it has. */
    long idleSince;

    WorkerCounters() {}

    /** The worker has nothing to do. */
    void idleBegins() {
        if (idleSince == 0) {
            idleSince = System.nanoTime() | 1; // never 0
        }
    }

    /** The worker has something to do; returns for how long it had nothing, or 0. */
    long idleEnds() {
        if (idleSince == 0) {
            return 0;
        }
        long idle = System.nanoTime() - idleSince;
        idleNanos += idle;
        idleSince = 0;
        return idle;
    }

    /** Time since the start that was not idle. Any thread; racy, hence never less than 0. */
    long busyNanos() {
        long now = System.nanoTime();
        long since = idleSince;
        long idle = idleNanos + (since == 0 ? 0 : now - since);
        return started == 0 ? 0 : Math.max(0, now - started - idle);
    }
}
