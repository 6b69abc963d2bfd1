// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.value;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The allow-list of types that may be told by name. Any thread. */
final class NamedTypes {
    private final Map<Class<?>, NamedType> byClass = new ConcurrentHashMap<>();
    private final Map<String, NamedType> byName = new ConcurrentHashMap<>();
    private final AnySerializer any = new AnySerializer(Object.class, this);
    private final TypeSerializer<?> list = new ListSerializer(List.class, any, ArrayList::new);
    private final TypeSerializer<?> map =
            new MapSerializer(Map.class, new ScalarSerializers.Text(), any, LinkedHashMap::new);
    private final TypeSerializer<?> pairs = new MapSerializer(Map.class, any, any, KeyedMap::new);
    private final NamedType set = new NamedType(Set.class.getName(), new ListSerializer(Set.class, any, KeyedSet::new));

    /** Knows what needs no name of its own. */
    NamedTypes() {
        byName.put(set.name(), set);
        byName.put(AnySerializer.MAP, new NamedType(AnySerializer.MAP, pairs));
    }

    /** A type under its names, the first of which is written. */
    void add(Class<?> type, TypeSerializer<?> serializer, List<String> names) {
        NamedType named = new NamedType(names.get(0), serializer);
        byClass.put(type, named);
        for (String name : names) {
            byName.put(name, named);
        }
    }

    /** The type of that name, or null. */
    @Nullable
    NamedType find(String name) {
        return byName.get(name);
    }

    /** The type of that name. */
    NamedType named(String name) {
        NamedType named = byName.get(name);
        if (named == null) {
            throw new WireException("a type must be registered: type=" + TextSerializers.shortened(name));
        }
        return named;
    }

    /** The type of a value, or null if it has none. */
    @Nullable
    NamedType of(Object value) {
        NamedType named = byClass.get(NamedType.classOf(value));
        if (named != null) {
            return named;
        }
        if (value instanceof Set) {
            return set;
        }
        return value instanceof ZoneId ? byClass.get(ZoneId.class) : null;
    }

    /** The serializer of Object. */
    AnySerializer any() {
        return any;
    }

    TypeSerializer<?> list() {
        return list;
    }

    TypeSerializer<?> map() {
        return map;
    }

    TypeSerializer<?> pairs() {
        return pairs;
    }
}
