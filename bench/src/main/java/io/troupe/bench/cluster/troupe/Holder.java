// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.cluster.troupe;

import io.troupe.cluster.actor.DurableActor;
import io.troupe.core.promise.Promise;

/** Keeps some bytes, and how often they were replaced. */
public class Holder extends DurableActor<Holder, Holder.State> {
    /** What is kept. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record State(long count, byte[] value) {}

    /** Made by the cluster. */
    public Holder() {}

    @Override
    protected State initial() {
        return new State(0, new byte[0]);
    }

    /** Replaces them; fulfilled after the commit. */
    public Promise<Long> update(byte[] value) {
        return update(state -> new State(state.count() + 1, value)).map(State::count);
    }

    /** How often. */
    public Promise<Long> read() {
        return Promise.of(state().count());
    }
}
