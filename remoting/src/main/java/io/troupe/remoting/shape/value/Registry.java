// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.shape.value;

import io.troupe.remoting.shape.TypeSerializer;
import io.troupe.remoting.shape.keys.KeyedMap;
import io.troupe.remoting.shape.keys.KeyedSet;
import io.troupe.remoting.wire.WireException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The allow-list of types that may be told by name. Any thread. */
public final class Registry {
    private final Map<Class<?>, Named> byClass = new ConcurrentHashMap<>();
    private final Map<String, Named> byName = new ConcurrentHashMap<>();
    private final AnyShape any = new AnyShape(Object.class, this);
    private final TypeSerializer<?> list = new ListShape(List.class, any, ArrayList::new);
    private final TypeSerializer<?> map = new MapShape(Map.class, new Scalars.Text(), any, LinkedHashMap::new);
    private final TypeSerializer<?> pairs = new MapShape(Map.class, any, any, KeyedMap::new);
    private final Named set = new Named(Set.class.getName(), new ListShape(Set.class, any, KeyedSet::new));

    /** Knows what needs no name of its own. */
    public Registry() {
        byName.put(set.name(), set);
        byName.put(AnyShape.MAP, new Named(AnyShape.MAP, pairs));
    }

    /** A type under its names, the first of which is written. */
    public void add(Class<?> type, TypeSerializer<?> shape, List<String> names) {
        Named named = new Named(names.get(0), shape);
        byClass.put(type, named);
        for (String name : names) {
            byName.put(name, named);
        }
    }

    /** The type of that name, or null. */
    @Nullable
    public Named find(String name) {
        return byName.get(name);
    }

    /** The type of that name. */
    Named named(String name) {
        Named named = byName.get(name);
        if (named == null) {
            throw new WireException("a type must be registered: type=" + Texts.shortened(name));
        }
        return named;
    }

    /** The type of a value, or null if it has none. */
    @Nullable
    Named of(Object value) {
        Named named = byClass.get(Named.classOf(value));
        if (named != null) {
            return named;
        }
        if (value instanceof Set) {
            return set;
        }
        return value instanceof ZoneId ? byClass.get(ZoneId.class) : null;
    }

    /** The shape of Object. */
    public AnyShape any() {
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
