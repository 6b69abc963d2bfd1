// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.cluster.actor.DurableActor;
import io.troupe.cluster.actor.TypeName;
import io.troupe.core.promise.Promise;
import java.util.ArrayList;
import java.util.List;

/** A register of one number, or a list that grows: whichever its callers take it for. */
@TypeName("slate")
public class Slate extends DurableActor<Slate, Slate.State> {
    /** What is written there. */
    public record State(List<Long> items) {}

    @Override
    protected State initial() {
        return new State(List.of());
    }

    public Promise<Integer> write(long item) {
        return update(s -> new State(List.of(item))).map(s -> 1);
    }

    public Promise<Integer> append(long item) {
        return update(s -> {
                    List<Long> longer = new ArrayList<>(s.items());
                    longer.add(item);
                    return new State(longer);
                })
                .map(s -> s.items().size());
    }

    public Promise<List<Long>> read() {
        return Promise.of(state().items());
    }
}
