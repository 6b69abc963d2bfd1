// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.cluster.actor.DurableActor;
import io.troupe.cluster.actor.TypeName;
import io.troupe.core.promise.Promise;

/** The first version of a class. */
@TypeName("till")
public class Till extends DurableActor<Till, Till.State> {
    public record State(long cents) {}

    @Override
    protected State initial() {
        return new State(0);
    }

    public Promise<Long> take(long cents) {
        return update(s -> new State(s.cents() + cents)).map(State::cents);
    }

    public Promise<Long> cents() {
        return Promise.of(state().cents());
    }
}
