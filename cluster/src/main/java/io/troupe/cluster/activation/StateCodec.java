// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.activation;

import io.troupe.remoting.codec.CborValues;
import io.troupe.remoting.value.TypeSerializer;
import io.troupe.remoting.value.TypeSerializers;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** States or events of one class as bytes: CBOR, by the shapes that links use. Any thread. */
public final class StateCodec {
    private final CborValues values = new CborValues();
    private final TypeSerializer<?> serializer;
    private final TypeSerializer<?> any;

    /**
     * For one class of states.
     *
     * @param types that may be stored
     * @param state class of the states, a record
     * @throws IllegalArgumentException if it has no encoding
     */
    public StateCodec(TypeSerializers types, Class<?> state) {
        serializer = types.of(state);
        any = types.untyped();
    }

    /**
     * Encodes a state.
     *
     * @throws RuntimeException if it holds something that has no encoding
     */
    public byte[] write(Object state) {
        return values.write(serializer, state);
    }

    /**
     * Decodes an event. Components that are not there are null, zero or empty.
     *
     * @throws RuntimeException if the bytes are no such state
     */
    public Object read(byte[] data) {
        return Objects.requireNonNull(values.read(serializer, data), "state");
    }

    /**
     * Decodes a state. Components that are not there are those of another state.
     *
     * @param initial that other one; asked for only if a component is not there
     * @throws RuntimeException if the bytes are no such state
     */
    public Object read(byte[] data, Supplier<?> initial) {
        return Objects.requireNonNull(values.read(serializer.completedBy(initial), data), "state");
    }

    /**
     * Decodes a state of which nothing is known: its components by name; records in it are such maps, too,
     * with the name of their type as {@code @type} where a sealed interface permits several.
     *
     * @throws RuntimeException if the bytes are no record
     */
    public Map<String, @Nullable Object> readComponents(byte[] data) {
        Object read = values.read(any, data);
        if (!(read instanceof Map<?, ?> map)) {
            throw new IllegalArgumentException("a stored state must be a record: found="
                    + (read == null ? null : read.getClass().getName()));
        }
        Map<String, @Nullable Object> components = new LinkedHashMap<>();
        map.forEach((name, value) -> components.put(String.valueOf(name), value));
        return components;
    }
}
