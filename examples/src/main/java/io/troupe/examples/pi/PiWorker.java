// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.pi;

import io.troupe.core.actor.Actor;

/** Computes slices of the series, one per message, and sends each result to the accumulator. */
public class PiWorker extends Actor<PiWorker> {
    private final int index;
    private final PiAccumulator accumulator;

    /**
     * A worker of one accumulator.
     *
     * @param index of this worker, for the accumulator's accounts
     * @param accumulator receives the results
     */
    public PiWorker(int index, PiAccumulator accumulator) {
        this.index = index;
        this.accumulator = accumulator;
    }

    /** Computes one slice. */
    public void slice(long from, int terms) {
        accumulator.add(index, PiSeries.sum(from, terms));
    }
}
