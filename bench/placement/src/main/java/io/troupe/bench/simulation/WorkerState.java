// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.simulation;

/** One simulated worker. Sums count until somebody takes them. */
final class WorkerState {
    final Ring queue = new Ring();
    boolean running;
    boolean waking;
    /** What it runs; -1: nothing. */
    int actor = -1;

    long turnStart;
    int turnMessages;
    long idleSince;
    /** -1: idle. */
    long busySince = -1;

    /** Costs that the next turn has to pay. */
    long debt;

    long busy;
    long turns;
    long waiting;

    boolean isIdle() {
        return running && actor < 0 && !waking;
    }

    /** Nanoseconds in which it was not idle since the last call. */
    long takeBusy(long now) {
        long result = busy + (busySince < 0 ? 0 : now - busySince);
        busy = 0;
        busySince = busySince < 0 ? -1 : now;
        return result;
    }
}
