// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.concurrency.bank;

import io.troupe.bench.harness.Parts;
import io.troupe.core.actor.Actor;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Has money, and does one thing after the other. */
class Account extends Actor<Account> {
    private final int number;
    private final Parts parts;
    private final Deque<Runnable> aside = new ArrayDeque<>();
    private long balance = Ledger.START;

    /** Who ordered the transfer that waits for its answer. */
    private @Nullable Teller ordered;

    Account(int number, Parts parts) {
        this.number = number;
        this.parts = parts;
    }

    public void transfer(long amount, Account target, Teller teller) {
        if (ordered == null) {
            send(amount, target, teller);
        } else {
            aside.add(() -> send(amount, target, teller));
        }
    }

    public void pay(long amount, Account from) {
        if (ordered == null) {
            receive(amount, from);
        } else {
            aside.add(() -> receive(amount, from));
        }
    }

    public void paid() {
        if (ordered != null) {
            ordered.done();
            ordered = null;
        }
        while (ordered == null && !aside.isEmpty()) {
            aside.remove().run();
        }
    }

    public void finish() {
        parts.complete(Ledger.report(number, balance));
        balance = Ledger.START;
    }

    private void send(long amount, Account target, Teller teller) {
        balance -= amount;
        ordered = teller;
        target.pay(amount, self());
    }

    private void receive(long amount, Account from) {
        balance += amount;
        from.paid();
    }
}
