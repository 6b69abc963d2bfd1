// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.activation;

import io.troupe.cluster.store.StateKey;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Call;
import io.troupe.core.message.Outlet;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The handles of one class of actors. A key is remembered while its actor has an object, and longer while something is left to remember. Any thread. */
public final class StateHandles {
    private final Map<String, StateHandle> active = new ConcurrentHashMap<>();
    private final String type;
    private final StateCodec codec;
    private final CallCodec calls;
    private final ActivationServices services;
    private final LostWrites lostWrites;

    /**
     * For one class.
     *
     * @param codec of its states
     * @param calls codec of its calls
     * @param services of the cluster
     */
    public StateHandles(StateCodec codec, CallCodec calls, ActivationServices services) {
        this.type = calls.typeName();
        this.codec = codec;
        this.calls = calls;
        this.services = services;
        this.lostWrites = new LostWrites(services.host().clock());
    }

    /** Notes updates that were not stored; returns how many are to be told now. Any thread. */
    long lost(int updates) {
        return lostWrites.lost(updates);
    }

    /**
     * That of a key.
     *
     * @throws IllegalArgumentException if the key breaks the rule
     */
    public StateHandle of(String key) {
        return active.computeIfAbsent(key, any -> new StateHandle(this, new StateKey(type, key)));
    }

    /**
     * The outlet of references to an actor of this process: calls get their id, if the thread that calls has one.
     *
     * @param cell of the actor
     * @param key of the actor
     */
    public Outlet outlet(Outlet cell, String key) {
        return new DurableOutlet(cell, this, key);
    }

    /**
     * A message for the cell of an actor that is done once, and has an answer even if its method returns nothing.
     *
     * @param key of the actor
     * @param identity of the call
     * @param call a tell or an ask that is not sent
     */
    public AskMessage<Object> identified(String key, CallIdentity identity, Call call) {
        return new IdentifiedAsk<>(this, key, identity, call);
    }

    StateCodec codec() {
        return codec;
    }

    CallCodec calls() {
        return calls;
    }

    ActivationServices services() {
        return services;
    }

    /** How many keys are remembered. */
    public int size() {
        return active.size();
    }

    /** Keys of some shards that are remembered. */
    public List<String> keys(BitSet shards) {
        return active.values().stream()
                .map(StateHandle::key)
                .filter(key -> shards.get(key.shard()))
                .map(StateKey::key)
                .toList();
    }

    /**
     * Waits until the actor of a key has no object, and nothing of it is being written.
     *
     * @param key of the actor
     * @param end of waiting, as of {@link System#nanoTime}
     * @return whether that has come about
     */
    public boolean awaitQuiet(String key, long end) throws InterruptedException {
        StateHandle handle = active.get(key);
        return handle == null || handle.awaitQuiet(end);
    }

    void forget(StateHandle handle) {
        active.remove(handle.key().key(), handle);
    }
}
