// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.spawn;

import io.troupe.bench.harness.Batch;
import io.troupe.core.actor.Actor;

/** Spawns children, a chunk per turn. */
class Nursery extends Actor<Nursery> {
    private final Arrivals arrivals;

    Nursery(Arrivals arrivals) {
        this.arrivals = arrivals;
    }

    public void hatch(int left) {
        for (int i = Math.min(left, Batch.CHUNK); i > 0; i--) {
            context().spawn(Newborn.class, () -> new Newborn(arrivals)).hello();
        }
        if (left > Batch.CHUNK) {
            self().hatch(left - Batch.CHUNK);
        }
    }
}
