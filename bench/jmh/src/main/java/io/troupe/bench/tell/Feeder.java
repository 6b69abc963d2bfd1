// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.tell;

import io.troupe.bench.harness.Batch;
import io.troupe.core.actor.Actor;

/** Sends numbers, a chunk per turn. */
class Feeder extends Actor<Feeder> {
    private final Adder target;

    Feeder(Adder target) {
        this.target = target;
    }

    public void feed(int from, int to) {
        int end = Math.min(to, from + Batch.CHUNK);
        for (int i = from; i < end; i++) {
            target.add(i);
        }
        if (end < to) {
            self().feed(end, to);
        }
    }
}
