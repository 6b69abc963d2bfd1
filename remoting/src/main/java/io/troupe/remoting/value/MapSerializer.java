// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.value;

import java.util.Map;
import java.util.SortedMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Maps: with keys that have a text form as maps of the encoding, others as lists of pairs. */
final class MapSerializer extends TypeSerializer<Map<?, ?>> {
    private final String name;
    private final TypeSerializer<?> key;
    private final TypeSerializer<?> value;
    private final boolean sorted;
    private final Supplier<? extends Map<Object, Object>> maker;
    /** The serializer of the keys if they have a text form. */
    private final ScalarSerializers.@Nullable MapKey<Object> text;

    @SuppressWarnings("unchecked") // keys come from the declared type
    MapSerializer(
            Class<?> type,
            TypeSerializer<?> key,
            TypeSerializer<?> value,
            Supplier<? extends Map<Object, Object>> maker) {
        name = type.getSimpleName();
        this.key = key;
        this.value = value;
        this.sorted = SortedMap.class.isAssignableFrom(type);
        this.maker = maker;
        text = key instanceof ScalarSerializers.MapKey<?> keyed ? (ScalarSerializers.MapKey<Object>) keyed : null;
    }

    @Override
    protected void write(Map<?, ?> map, ValueWriter out) {
        if (sorted) {
            ListSerializer.checkNatural(((SortedMap<?, ?>) map).comparator());
        }
        int left = map.size();
        if (text == null) {
            out.beginList(left);
        } else {
            out.beginMap(left);
        }
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (--left < 0) {
                throw ListSerializer.changed();
            }
            if (text == null) {
                writePair(entry, out);
            } else {
                out.key(keyText(text, entry.getKey()));
                value.put(entry.getValue(), out);
            }
        }
        if (left != 0) {
            throw ListSerializer.changed();
        }
        if (text == null) {
            out.endList();
        } else {
            out.endMap();
        }
    }

    private static String keyText(ScalarSerializers.MapKey<Object> text, @Nullable Object key) {
        if (key == null) {
            throw new WireException("a key of a map must not be null");
        }
        return text.text(key);
    }

    private void writePair(Map.Entry<?, ?> entry, ValueWriter out) {
        out.beginList(2);
        key.put(entry.getKey(), out);
        value.put(entry.getValue(), out);
        out.endList();
    }

    @Override
    protected Map<?, ?> read(ValueReader in) {
        Map<Object, Object> result = maker.get();
        ValueKind kind = in.peek();
        if (kind == ValueKind.LIST) {
            in.beginList();
            while (in.more()) {
                readPair(in, result);
            }
        } else if (kind == ValueKind.MAP && text != null) {
            in.beginMap();
            for (String next = in.nextKey(); next != null; next = in.nextKey()) {
                put(result, parsed(text, next), value.take(in));
            }
        } else {
            throw ScalarSerializers.mismatch(text == null ? "a list of pairs" : "a map", name, kind);
        }
        return result instanceof KeyedMap map ? map.finished() : result;
    }

    private Object parsed(ScalarSerializers.MapKey<Object> keys, String next) {
        try {
            return keys.parse(next);
        } catch (RuntimeException e) {
            throw new WireException(
                    "a key must be a value of its type: expected=" + name + ", key=" + TextSerializers.shortened(next),
                    e);
        }
    }

    private void readPair(ValueReader in, Map<Object, Object> result) {
        in.beginList();
        @Nullable Object[] pair = new @Nullable Object[2];
        int count = 0;
        while (in.more()) {
            if (count == 2) {
                throw new WireException("a pair must have two parts, key and value: parts=3 or more");
            }
            pair[count] = (count == 0 ? key : value).take(in);
            count++;
        }
        if (count != 2) {
            throw new WireException("a pair must have two parts, key and value: parts=" + count);
        }
        put(result, pair[0], pair[1]);
    }

    @SuppressWarnings("NullAway") // a map that takes no nulls says so by an exception
    private void put(Map<Object, Object> result, @Nullable Object newKey, @Nullable Object newValue) {
        try {
            result.put(newKey, newValue);
        } catch (WireException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new WireException("a pair must fit its map: expected=" + name, e);
        }
    }
}
