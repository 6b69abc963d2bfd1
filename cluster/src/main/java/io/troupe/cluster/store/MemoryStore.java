// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.store;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** States in memory, for tests and development: they end with it. Any thread. */
public final class MemoryStore implements StateStore {
    private final Map<StateKey, StoredState> states = new ConcurrentHashMap<>();

    /** An empty one. */
    public MemoryStore() {}

    @Override
    public @Nullable StoredState load(StateKey key) {
        return states.get(key);
    }

    @Override
    public boolean[] commit(List<StateWrite> writes) {
        boolean[] stored = new boolean[writes.size()];
        for (int i = 0; i < stored.length; i++) {
            int place = i;
            StoredState next = writes.get(i).state();
            states.compute(writes.get(i).key(), (key, old) -> {
                stored[place] = old == null || old.version() < next.version();
                return stored[place] ? next : old;
            });
        }
        return stored;
    }

    @Override
    public void close() {}
}
