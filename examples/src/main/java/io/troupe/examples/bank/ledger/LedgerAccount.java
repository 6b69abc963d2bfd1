// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.bank.ledger;

import io.troupe.cluster.actor.DurableActor;
import io.troupe.cluster.actor.TypeName;
import io.troupe.core.promise.Promise;

/** An account that may be overdrawn. It knows each transfer by its number, and so whether one came twice. */
@TypeName("bank.account")
public class LedgerAccount extends DurableActor<LedgerAccount, LedgerAccount.State> {
    /** Cents of a new account. */
    static final long FIRST = 1_000;

    /** Made by a cluster. */
    public LedgerAccount() {}

    /**
     * What is kept.
     *
     * @param cents of the account
     * @param sent numbers of transfers from it
     * @param received numbers of transfers to it
     */
    public record State(long cents, Seen sent, Seen received) {}

    @Override
    protected State initial() {
        return new State(FIRST, Seen.NONE, Seen.NONE);
    }

    // tag::transfer[]
    /** Moves money: both accounts change, or none does, and each once. */
    public Promise<Long> transfer(long number, String to, long numberThere, long cents) {
        return update(
                        s -> new State(s.cents() - cents, s.sent().plus(number), s.received()),
                        effects -> effects.to(LedgerAccount.class, to).receive(numberThere, cents))
                .map(State::cents);
    }

    /** The other half of a transfer. */
    public void receive(long number, long cents) {
        update(s -> new State(s.cents() + cents, s.sent(), s.received().plus(number)));
    }
    // end::transfer[]

    /** What the account has. */
    public Promise<State> read() {
        return Promise.of(state());
    }
}
