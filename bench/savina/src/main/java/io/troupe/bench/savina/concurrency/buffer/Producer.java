// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.concurrency.buffer;

import io.troupe.core.actor.Actor;

/** Produces when it may. */
class Producer extends Actor<Producer> {
    private final Manager manager;
    private final Sizes sizes;
    private final int number;
    private int produced;

    Producer(Manager manager, Sizes sizes, int number) {
        this.manager = manager;
        this.sizes = sizes;
        this.number = number;
    }

    public void produce() {
        long item = sizes.item(/* producer= */ number, /* number= */ produced);
        if (++produced < sizes.perProducer()) {
            manager.putAndWait(item, self());
        } else {
            produced = 0;
            manager.put(item);
        }
    }
}
