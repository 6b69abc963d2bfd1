// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.parallel.astar;

import io.troupe.core.actor.Actor;

/** Searches from one node at a time. */
class Worker extends Actor<Worker> {
    private final Search search;

    Worker(Search search) {
        this.search = search;
    }

    public void search(long entry, Master master) {
        master.left(self(), search.from(entry));
    }
}
