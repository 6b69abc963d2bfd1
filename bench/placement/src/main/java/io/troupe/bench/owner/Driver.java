// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.owner;

import io.troupe.core.actor.Actor;
import java.util.List;

/** Sends owners the next message when they have done the previous one. */
class Driver extends Actor<Driver> {
    private final List<Owner> owners;

    Driver(List<Owner> owners) {
        this.owners = owners;
    }

    public void begin() {
        for (int i = 0; i < owners.size(); i++) {
            served(i);
        }
    }

    public void served(int index) {
        owners.get(index).serve(self(), index);
    }
}
