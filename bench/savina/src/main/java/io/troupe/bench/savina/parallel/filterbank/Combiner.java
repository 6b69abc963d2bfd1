// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.parallel.filterbank;

import io.troupe.core.actor.Actor;

/** Adds the channels up. */
class Combiner extends Actor<Combiner> {
    private final Samples sink;

    Combiner(Samples sink) {
        this.sink = sink;
    }

    public void row(double[] row) {
        sink.sample(Bank.combine(row));
    }

    public void end() {
        sink.end();
    }
}
