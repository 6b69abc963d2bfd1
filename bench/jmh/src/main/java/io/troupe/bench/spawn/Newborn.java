// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.spawn;

import io.troupe.core.actor.Actor;

/** Receives one message. */
class Newborn extends Actor<Newborn> {
    private final Arrivals arrivals;

    Newborn(Arrivals arrivals) {
        this.arrivals = arrivals;
    }

    public void hello() {
        arrivals.arrived();
    }
}
