// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.cluster.actor.BestEffort;
import io.troupe.core.actor.Directory;
import java.util.BitSet;
import java.util.List;

/**
 * A class of actors whose state is in memory.
 *
 * @param name of the class
 * @param actors of this process, by key
 * @param live those that have an object, in a member
 */
record HostedVirtual<A>(String name, Directory<A> actors, LiveKeys live) implements HostedType<A> {
    @Override
    public A actor(String key) {
        return actors.get(key);
    }

    @Override
    public List<String> keys(BitSet shards) {
        return live.in(shards);
    }

    @Override
    public boolean awaitQuiet(String key, long end) throws InterruptedException {
        return live.awaitQuiet(key, end);
    }

    @Override
    public boolean mayOutliveLease() {
        return actors.type().isAnnotationPresent(BestEffort.class);
    }
}
