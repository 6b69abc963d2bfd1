// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.tell;

import io.troupe.core.actor.Actor;

/** Receives numbers. */
class Adder extends Actor<Adder> {
    private final Tally tally;

    Adder(Tally tally) {
        this.tally = tally;
    }

    public void add(int value) {
        tally.add(value);
    }
}
