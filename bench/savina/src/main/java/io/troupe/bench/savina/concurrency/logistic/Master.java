// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.concurrency.logistic;

import io.troupe.core.actor.Actor;
import java.util.List;

/** Asks all series for all their terms. */
class Master extends Actor<Master> {
    private final Maps maps;
    private final List<Series> all;

    Master(Maps maps, List<Series> all) {
        this.maps = maps;
        this.all = all;
    }

    public void begin() {
        for (int i = 0; i < maps.terms(); i++) {
            all.forEach(Series::next);
        }
        all.forEach(Series::finish);
    }
}
