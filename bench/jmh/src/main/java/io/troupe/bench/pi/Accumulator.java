// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.pi;

import io.troupe.core.actor.Actor;

/** Adds up the results. */
class Accumulator extends Actor<Accumulator> {
    private final Total total;

    Accumulator(Total total) {
        this.total = total;
    }

    public void add(double value) {
        total.add(value);
    }

    public void addMany(double value, int parts) {
        total.add(value, parts);
    }
}
