// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.cluster.activation.CallIdentity;
import io.troupe.cluster.delivery.HostedCalls;
import io.troupe.cluster.store.StateKey;
import io.troupe.core.message.Call;
import io.troupe.core.promise.Promise;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/** The classes that a cluster hosts. Any thread; one thread at a time adds. */
final class HostedTypes implements HostedCalls {
    private final Map<Class<?>, HostedType<?>> classes = new ConcurrentHashMap<>();
    private final Map<String, HostedType<?>> names = new ConcurrentHashMap<>();

    <A> void add(Class<A> type, HostedType<A> hosted) {
        classes.put(type, hosted);
        names.put(hosted.name(), hosted);
    }

    Collection<HostedType<?>> all() {
        return classes.values();
    }

    /** Their names. */
    Set<String> types() {
        return new TreeSet<>(names.keySet());
    }

    @SuppressWarnings("unchecked") // by add
    <A> HostedType<A> of(Class<A> type) {
        HostedType<?> hosted = classes.get(type);
        if (hosted == null) {
            throw new IllegalArgumentException("a class must be hosted before its actors are used: type="
                    + HostedType.nameOf(type) + ", hosted="
                    + names.keySet().stream().sorted().toList());
        }
        return (HostedType<A>) hosted;
    }

    /** Whether there is a class of this name. */
    boolean has(String type) {
        return names.containsKey(type);
    }

    /** Whether what is stored can be called here. */
    @Override
    public boolean isHosted(String type) {
        return names.get(type) instanceof HostedDurable<?>;
    }

    /** A call from its parts. */
    Call read(String type, String method, byte[] arguments) {
        return named(type).calls().read(method, arguments);
    }

    private HostedDurable<?> named(String type) {
        if (names.get(type) instanceof HostedDurable<?> durable) {
            return durable;
        }
        throw new IllegalArgumentException("a class of durable actors must be hosted to be called: type=" + type);
    }

    @Override
    public Promise<?> call(StateKey to, CallIdentity identity, String method, byte[] arguments) {
        return named(to.type()).call(to.key(), identity, method, arguments);
    }
}
