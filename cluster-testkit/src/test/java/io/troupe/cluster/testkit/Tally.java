// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.testkit;

import io.troupe.cluster.actor.DurableActor;
import io.troupe.cluster.actor.TypeName;
import io.troupe.core.promise.Promise;
import java.time.Duration;

/** Counts, and stores that. */
@TypeName("tally")
public class Tally extends DurableActor<Tally, Tally.State> {
    public record State(long count, long rings) {}

    @Override
    protected State initial() {
        return new State(0, 0);
    }

    public Promise<Long> add(long more) {
        return update(s -> new State(s.count() + more, s.rings())).map(State::count);
    }

    public Promise<Long> count() {
        return Promise.of(state().count());
    }

    public Promise<Long> rings() {
        return Promise.of(state().rings());
    }

    public Promise<Void> wakeIn(Duration time) {
        return update(s -> s, effects -> effects.remind("ring", time, self -> self.ring()))
                .map(s -> null);
    }

    public void ring() {
        update(s -> new State(s.count(), s.rings() + 1));
    }
}
