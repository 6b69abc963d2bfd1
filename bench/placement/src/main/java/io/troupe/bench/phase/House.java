// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.phase;

import io.troupe.bench.owner.Memory;
import io.troupe.core.actor.Actor;

/** An actor of a {@link Town}. */
class House extends Actor<House> {
    private final Town town;
    private final Memory memory;

    House(Town town, Memory memory) {
        this.town = town;
        this.memory = memory;
    }

    public void visit(long seed) {
        town.visited(memory, seed);
    }
}
