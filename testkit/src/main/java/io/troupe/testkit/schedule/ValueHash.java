// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import io.troupe.core.actor.Actor;
import io.troupe.core.message.Reference;
import io.troupe.core.promise.Promise;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The hash of a value and of all that it holds: elements of arrays, collections and maps, and fields of records and other objects.
 * It is the same as long as nothing of that changes, within one process. What has a life of its own is not looked into: actors,
 * references, promises, functions, and objects of the JDK that are no values. Neither are fields that are transient, and those
 * of modules that are not open.
 */
final class ValueHash {
    /** How deep it goes, and how many values it looks at; what is beyond may change. */
    private static final int DEEPEST = 64;

    private static final int MOST = 100_000;

    /** What is given to others on purpose, and safe for several threads: links, topics, channels, clocks. */
    private static final List<String> LIBRARY = Stream.of(
                    "core", "dispatch", "net", "remoting", "cluster", "sp", "simulation")
            .map(module -> "io.troupe." + module + ".")
            .toList();

    private static final ClassValue<List<Field>> FIELDS = new ClassValue<>() {
        @Override
        protected List<Field> computeValue(Class<?> type) {
            return fieldsOf(type);
        }
    };

    private final IdentityHashMap<Object, Integer> seen = new IdentityHashMap<>();
    private long hash;
    private int values;

    private ValueHash() {}

    static long of(@Nullable Object value) {
        ValueHash hash = new ValueHash();
        hash.add(value, 0);
        return hash.hash;
    }

    private void mix(long number) {
        hash = Chance.mixed(hash ^ number);
    }

    private void add(@Nullable Object value, int depth) {
        if (value == null) {
            mix(0);
            return;
        }
        Class<?> type = value.getClass();
        mix(type.getName().hashCode());
        if (++values > MOST || depth > DEEPEST || isLeaf(value, type) || hasOwnLife(value, type)) {
            return;
        }
        Integer before = seen.putIfAbsent(value, seen.size());
        if (before != null) {
            mix(before);
            return;
        }
        try {
            addParts(value, type, depth + 1);
        } catch (RuntimeException e) { // such as a view of a list that has changed
            mix(e.getClass().getName().hashCode());
        }
    }

    /** A value that holds no others. */
    private boolean isLeaf(Object value, Class<?> type) {
        if (value instanceof Enum<?> constant) {
            mix(Chance.hash(constant.name()));
        } else if (!isOfJdk(type)) {
            return false;
        } else if (value instanceof CharSequence text) {
            mix(Chance.hash(text.toString()));
        } else if (value instanceof Number number) { // an AtomicLong, too
            mix(number.longValue());
            mix(Double.doubleToLongBits(number.doubleValue()));
        } else if (value instanceof Comparable || value instanceof BitSet) {
            mix(value.hashCode()); // which is 0 for some neighbours of 0
            mix(Chance.hash(value.toString()));
        } else if (value instanceof AtomicBoolean bit) {
            mix(bit.get() ? 1 : 0);
        } else {
            return false;
        }
        return true;
    }

    private static boolean isOfJdk(Class<?> type) {
        return type.getName().startsWith("java.");
    }

    private static boolean hasOwnLife(Object value, Class<?> type) {
        return value instanceof Actor
                || value instanceof Reference
                || value instanceof Promise
                || type.isHidden()
                || LIBRARY.stream().anyMatch(type.getName()::startsWith);
    }

    private void addParts(Object value, Class<?> type, int depth) {
        if (type.isArray()) {
            int length = Array.getLength(value);
            mix(length);
            for (int i = 0; i < length && values <= MOST; i++) {
                add(Array.get(value, i), depth);
            }
        } else if (value instanceof Collection<?> elements) {
            mix(elements.size());
            for (Iterator<?> each = elements.iterator(); values <= MOST && each.hasNext(); ) {
                add(each.next(), depth);
            }
        } else if (value instanceof Map<?, ?> entries) {
            mix(entries.size());
            for (Iterator<? extends Map.Entry<?, ?>> each = entries.entrySet().iterator();
                    values <= MOST && each.hasNext(); ) {
                Map.Entry<?, ?> entry = each.next();
                add(entry.getKey(), depth);
                add(entry.getValue(), depth);
            }
        } else if (value instanceof Optional<?> optional) {
            add(optional.orElse(null), depth);
        } else if (value instanceof AtomicReference<?> reference) {
            add(reference.get(), depth);
        } else {
            FIELDS.get(type).forEach(field -> add(valueOf(field, value), depth));
        }
    }

    private static @Nullable Object valueOf(Field field, Object owner) {
        try {
            return field.get(owner);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("the field was accessible: field=" + field, e);
        }
    }

    private static List<Field> fieldsOf(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        for (Class<?> declaring = type;
                declaring != null && !isOfJdk(declaring);
                declaring = declaring.getSuperclass()) {
            for (Field field : declaring.getDeclaredFields()) {
                boolean counts =
                        !field.isSynthetic() && (field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0;
                if (counts && field.trySetAccessible()) {
                    fields.add(field);
                }
            }
        }
        return fields;
    }
}
