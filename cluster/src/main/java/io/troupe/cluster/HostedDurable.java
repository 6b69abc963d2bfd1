// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.cluster.activation.CallCodec;
import io.troupe.cluster.activation.CallIdentity;
import io.troupe.cluster.activation.StateHandles;
import io.troupe.cluster.actor.DurableActor;
import io.troupe.core.actor.Directory;
import io.troupe.core.message.Call;
import io.troupe.core.promise.Promise;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.BitSet;
import java.util.List;

/**
 * A class of durable actors of a cluster.
 *
 * @param name in the store
 * @param actors of this process, by key
 * @param calls how calls of it are encoded
 * @param handles of its actors
 */
record HostedDurable<A>(String name, Directory<A> actors, CallCodec calls, StateHandles handles)
        implements HostedType<A> {
    /** A reference whose calls may have ids. */
    @Override
    public A actor(String key) {
        return actors.type().cast(calls.newReference(handles.outlet(cell(key), key)));
    }

    /** Calls an actor, as a call that may come again. */
    Promise<?> call(String key, CallIdentity identity, String method, byte[] arguments) {
        Call call = calls.read(method, arguments);
        return cell(key).ask(handles.identified(key, identity, call));
    }

    @Override
    public List<String> keys(BitSet shards) {
        return handles.keys(shards);
    }

    /** Also until what it has updated is stored. */
    @Override
    public boolean awaitQuiet(String key, long end) throws InterruptedException {
        return handles.awaitQuiet(key, end);
    }

    @Override
    public WakeCall wakeCall(String key) {
        return new WakeCall(() -> handles.of(key).wake());
    }

    /** The record that a class names as its state. */
    static Class<?> stateOf(Class<?> type) {
        Class<?> at = type;
        while (at.getSuperclass() != DurableActor.class) {
            at = at.getSuperclass();
        }
        Type state = at.getGenericSuperclass() instanceof ParameterizedType generic
                ? generic.getActualTypeArguments()[1]
                : Object.class;
        if (state instanceof Class<?> record && record.isRecord()) {
            return record;
        }
        throw new IllegalArgumentException(
                "the state of a durable actor must be a record, named where the class extends" + " DurableActor: class="
                        + type.getName() + ", state=" + state.getTypeName());
    }
}
