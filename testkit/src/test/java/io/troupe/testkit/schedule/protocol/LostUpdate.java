// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule.protocol;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.promise.Promise;
import java.util.function.BooleanSupplier;

/** Three clients of an account each add one to it. Repaired: the account adds. */
final class LostUpdate {
    private static final int CLIENTS = 3;

    private LostUpdate() {}

    /** Keeps a number. */
    public static class Account extends Actor<Account> {
        private final int[] balance;

        Account(int[] balance) {
            this.balance = balance;
        }

        public Promise<Integer> balance() {
            return Promise.of(balance[0]);
        }

        public void set(int newBalance) {
            balance[0] = newBalance;
        }

        public void add(int amount) {
            balance[0] += amount;
        }
    }

    /** Adds one. */
    public static class Client extends Actor<Client> {
        private final Account account;
        private final boolean repaired;

        Client(Account account, boolean repaired) {
            this.account = account;
            this.repaired = repaired;
        }

        public void deposit() {
            if (repaired) {
                account.add(1);
            } else {
                account.balance().then(balance -> account.set(balance + 1));
            }
        }
    }

    static BooleanSupplier start(ActorSystem system, boolean repaired) {
        int[] balance = {0};
        Account account = system.spawn(Account.class, () -> new Account(balance));
        for (int i = 0; i < CLIENTS; i++) {
            system.spawn(Client.class, () -> new Client(account, repaired)).deposit();
        }
        return () -> balance[0] == CLIENTS;
    }
}
