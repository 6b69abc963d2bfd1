// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.value;

import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What users have said about types: adapters, names, lookups. Guarded by the lock of {@link TypeSerializers}. */
final class TypeSettings {
    private final Map<Class<?>, AdapterSerializer<?, ?>> adapters = new HashMap<>();
    private final Map<Class<?>, List<String>> names = new HashMap<>();
    private final Map<Class<?>, List<String>> fields = new HashMap<>();
    private final List<Lookup> lookups = new ArrayList<>();
    private final GivenNames given;

    TypeSettings(GivenNames given) {
        this.given = given;
    }

    void adapt(Class<?> type, AdapterSerializer<?, ?> adapter) {
        adapters.put(type, adapter);
    }

    void lookup(Lookup lookup) {
        lookups.add(lookup);
    }

    void name(Class<?> type, List<String> newNames) {
        names.put(type, newNames);
    }

    @Nullable
    AdapterSerializer<?, ?> adapter(Class<?> type) {
        return adapters.get(type);
    }

    List<Lookup> lookups() {
        return lookups;
    }

    /** Names of a type on the wire; the first is written, all are read. */
    List<String> names(Class<?> type) {
        List<String> aliases = names.get(type);
        if (aliases != null) {
            return aliases;
        }
        String name = given.of(type);
        return name.equals(type.getName()) ? List.of(name) : List.of(name, type.getName());
    }

    /** Names of the components of a record: one list for all serializers of the record. */
    List<String> fields(Class<?> type) {
        return fields.computeIfAbsent(type, key -> {
            List<String> all = new ArrayList<>();
            for (RecordComponent component : key.getRecordComponents()) {
                all.add(given.of(component).intern());
            }
            if (Set.copyOf(all).size() < all.size()) {
                throw new IllegalArgumentException(
                        "two components must not have the same name: record=" + key.getName() + ", names=" + all);
            }
            return List.copyOf(all);
        });
    }
}
