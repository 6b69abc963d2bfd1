// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.activation;

import io.troupe.cluster.store.GroupCommitter;
import io.troupe.cluster.store.StateKey;
import io.troupe.cluster.store.StateStore;
import io.troupe.core.host.OutletHost;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The handles of one class of actors. A key is remembered while its actor has an object, and longer while something is left to remember. Any thread. */
public final class StateHandles {
    private final Map<String, StateHandle> active = new ConcurrentHashMap<>();
    private final String type;
    private final StateCodec codec;
    private final StateStore store;
    private final GroupCommitter committer;
    private final OutletHost host;

    /**
     * For one class.
     *
     * @param type stable name of the class
     * @param codec of its states
     * @param store to read from
     * @param committer to write by
     * @param host the system of the actors
     */
    public StateHandles(String type, StateCodec codec, StateStore store, GroupCommitter committer, OutletHost host) {
        this.type = type;
        this.codec = codec;
        this.store = store;
        this.committer = committer;
        this.host = host;
    }

    /**
     * That of a key.
     *
     * @throws IllegalArgumentException if the key breaks the rule
     */
    public StateHandle of(String key) {
        return active.computeIfAbsent(
                key, any -> new StateHandle(this, new StateKey(type, key), codec, store, committer, host));
    }

    /** How many keys are remembered. */
    public int size() {
        return active.size();
    }

    void forget(StateHandle handle) {
        active.remove(handle.key().key(), handle);
    }
}
