// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.concurrency.buffer;

import io.troupe.core.actor.Actor;

/** Consumes what it gets. */
class Consumer extends Actor<Consumer> {
    private final Manager manager;
    private final Sizes sizes;

    Consumer(Manager manager, Sizes sizes) {
        this.manager = manager;
        this.sizes = sizes;
    }

    public void consume(long item) {
        manager.consumed(sizes.result(item), self());
    }
}
