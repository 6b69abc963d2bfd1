// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.worker;

import io.troupe.dispatch.cell.Spacer;

/** Counters of a worker, written by its thread and read racily; kept away from what others read of a worker. */
final class Tally extends Spacer {
    long turns;
    long steals;
    long parks;
    /** Steals since the last sleep. */
    int raids;

    int victim;
    int gatherSpins;

    Tally() {}
}
