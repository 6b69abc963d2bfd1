// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.cluster.activation.CallCodec;
import io.troupe.cluster.activation.CallIdentity;
import io.troupe.cluster.activation.DurableOutlet;
import io.troupe.cluster.activation.IdentifiedAsk;
import io.troupe.cluster.activation.StateHandles;
import io.troupe.cluster.actor.DurableActor;
import io.troupe.cluster.actor.TypeName;
import io.troupe.core.actor.Directory;
import io.troupe.core.host.ActorControl;
import io.troupe.core.message.Call;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.Reference;
import io.troupe.core.promise.Promise;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.BitSet;
import java.util.Objects;

/**
 * A class of durable actors of a cluster.
 *
 * @param name in the store
 * @param actors of this process, by key
 * @param calls how calls of it are encoded
 * @param handles of its actors
 */
record HostedType<A>(String name, Directory<A> actors, CallCodec calls, StateHandles handles) {
    /** A reference to the actor of a key, whose calls may have ids. */
    A actor(String key) {
        return actors.type().cast(calls.newReference(new DurableOutlet(cell(key), handles, key)));
    }

    /** Calls an actor, as a call that may come again. */
    Promise<?> call(String key, CallIdentity identity, String method, byte[] arguments) {
        Call call = calls.read(method, arguments);
        return cell(key).ask(new IdentifiedAsk<>(handles, key, identity, call));
    }

    /** Ends the actors of some shards when they have nothing to do. */
    void stopWhenIdle(BitSet shards) {
        handles.keys(shards).forEach(key -> control(key).stopWhenIdle());
    }

    /** Ends them after their present call. */
    void stop(BitSet shards) {
        handles.keys(shards).forEach(key -> control(key).stop());
    }

    /** Waits until they have ended and what they have updated is stored; returns whether that has come about. */
    boolean awaitQuiet(BitSet shards, long end) throws InterruptedException {
        boolean quiet = true;
        for (String key : handles.keys(shards)) {
            quiet &= handles.awaitQuiet(key, end);
        }
        return quiet;
    }

    private ActorControl control(String key) {
        return (ActorControl) cell(key);
    }

    /** The actor of a key in this process. */
    Outlet cell(String key) {
        return Reference.outletOf(Objects.requireNonNull(actors.get(key), "reference"));
    }

    static String nameOf(Class<?> type) {
        TypeName given = type.getAnnotation(TypeName.class);
        return given == null ? type.getName() : given.value();
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
