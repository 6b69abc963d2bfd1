// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.boot.account;

import io.troupe.cluster.actor.DurableActor;
import io.troupe.cluster.actor.TypeName;
import io.troupe.core.promise.Promise;

/** An account; one member of the cluster has it at a time. */
@TypeName("account")
public class Account extends DurableActor<Account, Account.State> {
    /** What is kept. */
    public record State(long cents) {}

    @Override
    protected State initial() {
        return new State(0);
    }

    /** Puts money in. The answer comes after the commit. */
    public Promise<Long> deposit(long cents) {
        return update(state -> new State(state.cents() + cents)).map(State::cents);
    }
}
