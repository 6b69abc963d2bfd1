// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.parallel.filterbank;

import io.troupe.core.actor.Actor;

/** Brings the channels together. */
class Integrator extends Actor<Integrator> {
    private final Rows rows;
    private final Combiner combiner;

    Integrator(int channels, Combiner combiner) {
        this.rows = new Rows(channels);
        this.combiner = combiner;
    }

    public void sample(int channel, double value) {
        double[] row = rows.add(channel, value);
        if (row != null) {
            combiner.row(row);
        }
    }

    public void end() {
        if (rows.end()) {
            combiner.end();
        }
    }
}
