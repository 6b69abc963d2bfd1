// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.parallel.filterbank;

import io.troupe.core.actor.Actor;

/** Makes the signal. */
class Source extends Actor<Source> {
    private final Samples splitter;
    private int number;

    Source(Samples splitter) {
        this.splitter = splitter;
    }

    public void next(Producer producer) {
        splitter.sample(Bank.sample(number++));
        producer.next();
    }

    public void end() {
        splitter.end();
        number = 0;
    }
}
