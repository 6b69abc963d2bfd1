// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.pi;

import io.troupe.core.actor.Actor;

/** Computes slices. */
class Slicer extends Actor<Slicer> {
    static final int PARTS_PER_REPORT = 1000;

    private final Accumulator accumulator;
    private final int slices;
    private final int terms;
    private double sum;
    private int parts;

    Slicer(Accumulator accumulator, int slices, int terms) {
        this.accumulator = accumulator;
        this.slices = slices;
        this.terms = terms;
    }

    /** Reports each result. */
    public void slice(int slice) {
        accumulator.add(Job.slice(slice, terms));
    }

    /** Reports every thousandth time. */
    public void sliceQuietly(int slice) {
        sum += Job.slice(slice, terms);
        if (++parts == PARTS_PER_REPORT) {
            report();
        }
    }

    /** Reports what is left. */
    public void report() {
        accumulator.addMany(sum, parts);
        sum = 0;
        parts = 0;
    }

    /** Reports each result, and sends itself the next slice of its share. */
    public void sliceAndGoOn(int slice, int step) {
        accumulator.add(Job.slice(slice, terms));
        if (slice + step < slices) {
            self().sliceAndGoOn(slice + step, step);
        }
    }
}
