// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.concurrency.smokers;

import io.troupe.core.actor.Actor;
import java.util.List;

/** Picks smokers. */
class Arbiter extends Actor<Arbiter> {
    private final Table table;
    private List<Smoker> smokers = List.of();
    private int round;

    Arbiter(Table table) {
        this.table = table;
    }

    public void begin(List<Smoker> all) {
        smokers = all;
        round = 0;
        pick();
    }

    public void started() {
        round++;
        if (round < table.rounds()) {
            pick();
        } else {
            smokers.forEach(Smoker::finish);
        }
    }

    private void pick() {
        smokers.get(table.pick(round)).smoke(round, self());
    }
}
