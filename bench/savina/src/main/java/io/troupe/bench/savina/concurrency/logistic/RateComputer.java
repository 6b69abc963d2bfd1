// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.concurrency.logistic;

import io.troupe.core.actor.Actor;
import io.troupe.core.promise.Promise;

/** Knows the rate. */
class RateComputer extends Actor<RateComputer> {
    private final double rate;

    RateComputer(double rate) {
        this.rate = rate;
    }

    public Promise<Double> compute(double term) {
        return Promise.of(Maps.next(rate, term));
    }
}
