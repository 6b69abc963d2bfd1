// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.bank;

import io.troupe.core.actor.Actor;
import io.troupe.core.promise.Promise;

// tag::account[]
/** Somebody's money. What an ask throws fails the promise of its caller; the account goes on. */
public class Account extends Actor<Account> {
    private long balance;

    /** An empty account. */
    public Account() {}

    /** Adds money. */
    public void deposit(long amount) {
        balance += amount;
    }

    /** Takes money, if there is enough. */
    public Promise<Long> withdraw(long amount) {
        if (amount > balance) {
            throw new IllegalArgumentException(
                    "balance must cover the amount: balance=" + balance + ", amount=" + amount);
        }
        balance -= amount;
        return Promise.of(balance);
    }

    /** The balance. */
    public Promise<Long> balance() {
        return Promise.of(balance);
    }
}
// end::account[]
