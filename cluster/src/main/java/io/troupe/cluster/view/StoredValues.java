// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.view;

import io.troupe.remoting.codec.CborValues;
import io.troupe.remoting.value.TypeSerializer;
import io.troupe.remoting.value.TypeSerializers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What stored bytes say to those who have no class of them: texts, numbers, lists, and maps for records. Any thread. */
final class StoredValues {
    private final CborValues values = new CborValues();
    private final TypeSerializer<?> any = new TypeSerializers().of(Object.class);

    /**
     * The components of a record by name.
     *
     * @throws RuntimeException if the bytes are no record
     */
    Map<String, @Nullable Object> components(byte[] data) {
        if (!(values.read(any, data) instanceof Map<?, ?> map)) {
            throw new IllegalArgumentException("a stored state must be a record: bytes=" + data.length);
        }
        Map<String, @Nullable Object> components = new LinkedHashMap<>();
        map.forEach((name, value) -> components.put(String.valueOf(name), value));
        return components;
    }

    /** The arguments of a call, a list; null if they are not readable. */
    @Nullable
    Object arguments(byte[] data) {
        try {
            return values.read(any, data) instanceof List<?> list ? list : null;
        } catch (RuntimeException e) {
            return null; // of a type that only its class knows
        }
    }
}
