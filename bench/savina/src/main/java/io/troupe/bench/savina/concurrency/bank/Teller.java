// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.concurrency.bank;

import io.troupe.core.actor.Actor;
import java.util.List;

/** Orders all transfers, and waits for their ends. */
class Teller extends Actor<Teller> {
    private final Ledger ledger;
    private final List<Account> accounts;
    private int done;

    Teller(Ledger ledger, List<Account> accounts) {
        this.ledger = ledger;
        this.accounts = accounts;
    }

    public void begin() {
        done = 0;
        for (int i = 0; i < ledger.transfers(); i++) {
            Account target = accounts.get(ledger.target(i));
            accounts.get(ledger.source(i)).transfer(ledger.amount(i), target, self());
        }
    }

    public void done() {
        if (++done == ledger.transfers()) {
            accounts.forEach(Account::finish);
        }
    }
}
