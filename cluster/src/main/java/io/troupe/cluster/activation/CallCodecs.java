// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.activation;

import io.troupe.core.reference.ReferenceType;
import io.troupe.remoting.value.TypeSerializers;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** The codecs of all classes of durable actors that are called from here, and of their events. Any thread. */
public final class CallCodecs {
    private final Map<Class<?>, CallCodec> known = new ConcurrentHashMap<>();
    private final Map<Class<?>, StateCodec> events = new ConcurrentHashMap<>();
    private final TypeSerializers serializers;
    private final Function<Class<?>, String> names;

    /**
     * Knows no class yet.
     *
     * @param serializers of what may be stored
     * @param names the stable name of a class
     */
    public CallCodecs(TypeSerializers serializers, Function<Class<?>, String> names) {
        this.serializers = serializers;
        this.names = names;
    }

    /**
     * That of a class.
     *
     * @throws io.troupe.core.error.SpawnRefusedException if the class breaks a rule of actors
     */
    public CallCodec of(Class<?> type) {
        return known.computeIfAbsent(
                type, any -> new CallCodec(ReferenceType.of(type, null), names.apply(type), serializers));
    }

    /**
     * That of the events of a journal.
     *
     * @throws IllegalArgumentException if they have no encoding
     */
    public StateCodec events(Class<?> type) {
        return events.computeIfAbsent(type, any -> new StateCodec(serializers, type));
    }
}
