// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.concurrency.smokers;

import io.troupe.bench.harness.Parts;
import io.troupe.core.actor.Actor;

/** Smokes when told to. */
class Smoker extends Actor<Smoker> {
    private final Table table;
    private final int number;
    private final Parts parts;
    private long smoked;

    Smoker(Table table, int number, Parts parts) {
        this.table = table;
        this.number = number;
        this.parts = parts;
    }

    public void smoke(int round, Arbiter arbiter) {
        arbiter.started();
        smoked += table.smoke(number, round);
    }

    public void finish() {
        parts.complete(smoked);
        smoked = 0;
    }
}
