// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.parallel.filterbank;

import io.troupe.core.actor.Actor;

/** Has the source send one sample after the other. */
class Producer extends Actor<Producer> {
    private final Bank bank;
    private final Source source;
    private int sent;

    Producer(Bank bank, Source source) {
        this.bank = bank;
        this.source = source;
    }

    public void begin() {
        sent = 0;
        next();
    }

    public void next() {
        if (sent < bank.samples()) {
            sent++;
            source.next(self());
        } else {
            source.end();
        }
    }
}
