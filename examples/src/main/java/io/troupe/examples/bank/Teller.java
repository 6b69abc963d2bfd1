// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.bank;

import io.troupe.core.actor.Actor;
import io.troupe.core.promise.Promise;
import java.time.Duration;

/** Serves customers, one of a group. Never waits: while the accounts work it serves the next one. */
public class Teller extends Actor<Teller> {
    /** A teller. */
    public Teller() {}

    // tag::transfer[]
    /** Moves money. Fails, and moves nothing, if the first account cannot pay in time. */
    public Promise<Long> transfer(Account from, Account to, long amount) {
        return from.withdraw(amount).timeout(Duration.ofSeconds(1)).then(left -> to.deposit(amount));
    }
    // end::transfer[]
}
