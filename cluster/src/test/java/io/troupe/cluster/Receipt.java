// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.cluster.actor.DurableActor;
import io.troupe.cluster.actor.TypeName;
import io.troupe.core.promise.Promise;

/** What {@link NextTill} prints: a class that the version before did not have. */
@TypeName("receipt")
public class Receipt extends DurableActor<Receipt, Receipt.State> {
    public record State(int printed) {}

    @Override
    protected State initial() {
        return new State(0);
    }

    public void print(long cents) {
        update(s -> new State(s.printed() + 1));
    }

    public Promise<Integer> printed() {
        return Promise.of(state().printed());
    }
}
