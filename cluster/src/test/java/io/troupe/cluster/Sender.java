// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.cluster.actor.DurableActor;
import io.troupe.core.promise.Promise;

/** Calls a class of another kind. */
public class Sender extends DurableActor<Sender, Sender.State> {
    /** How often. */
    public record State(int sent) {}

    @Override
    protected State initial() {
        return new State(0);
    }

    public Promise<Integer> send(String to) {
        return update(s -> new State(s.sent() + 1), effects -> effects.to(Purse.class, to)
                        .take(3))
                .map(State::sent);
    }
}
