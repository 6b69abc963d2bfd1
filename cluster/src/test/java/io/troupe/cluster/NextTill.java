// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.cluster.actor.DurableActor;
import io.troupe.cluster.actor.TypeName;
import io.troupe.core.promise.Promise;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The next version of {@link Till}: its state means something else, it has one method more, and it calls a class that is new. */
@TypeName("till")
public class NextTill extends DurableActor<NextTill, NextTill.State> {
    /** Mills are tenths of a cent. */
    public record State(long mills, int sales) {}

    @Override
    protected int format() {
        return 2;
    }

    @Override
    protected State upgrade(int from, Map<String, @Nullable Object> stored) {
        return new State(10 * ((Number) stored.get("cents")).longValue(), 0);
    }

    @Override
    protected State initial() {
        return new State(0, 0);
    }

    public Promise<Long> take(long cents) {
        return update(s -> new State(s.mills() + 10 * cents, s.sales() + 1), effects -> effects.to(Receipt.class, key())
                        .print(cents))
                .map(s -> s.mills() / 10);
    }

    public Promise<Long> cents() {
        return Promise.of(state().mills() / 10);
    }

    public Promise<Integer> sales() {
        return Promise.of(state().sales());
    }
}
