// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.concurrency.logistic;

import io.troupe.bench.harness.Parts;
import io.troupe.core.actor.Actor;
import java.util.function.Consumer;

/** Knows its term. */
class Series extends Actor<Series> {
    private final RateComputer computer;
    private final double start;
    private final Parts parts;
    private final Consumer<Double> onTerm = this::computed;
    private double term;
    private int requests;
    private boolean waiting;
    private boolean finishing;

    Series(RateComputer computer, double start, Parts parts) {
        this.computer = computer;
        this.start = start;
        this.parts = parts;
        this.term = start;
    }

    public void next() {
        requests++;
        goOn();
    }

    public void finish() {
        finishing = true;
        goOn();
    }

    private void computed(double next) {
        term = next;
        waiting = false;
        goOn();
    }

    private void goOn() {
        if (waiting) {
            return;
        }
        if (requests > 0) {
            requests--;
            waiting = true;
            computer.compute(term).then(onTerm);
        } else if (finishing) {
            finishing = false;
            double last = term;
            term = start;
            parts.complete(Maps.report(last));
        }
    }
}
