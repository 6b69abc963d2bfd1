// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import io.troupe.remoting.value.Handle;
import io.troupe.remoting.value.TypeSerializer;
import io.troupe.remoting.value.ValueReader;
import io.troupe.remoting.value.ValueWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Values without declared types: boxed scalars, texts, bytes, lists, maps, and the three records below. */
public final class Anything extends TypeSerializer<Object> {
    /** A record: its names and values. */
    public record Fields(@Nullable String type, Map<String, @Nullable Object> values) {}

    /** A value with the name of its type. */
    public record Typed(String type, @Nullable Object value) {}

    @Override
    protected void write(Object value, ValueWriter out) {
        if (value instanceof Boolean bool) {
            out.bool(bool);
        } else if (value instanceof Long number) {
            out.integer(number);
        } else if (value instanceof Double number) {
            out.real(number);
        } else if (value instanceof String text) {
            out.text(text);
        } else if (value instanceof byte[] bytes) {
            out.bytes(bytes);
        } else if (value instanceof Handle handle) {
            out.handle(handle);
        } else if (value instanceof Typed typed) {
            out.beginTyped(typed.type());
            put(typed.value(), out);
            out.endTyped();
        } else {
            writeMany(value, out);
        }
    }

    private void writeMany(Object value, ValueWriter out) {
        if (value instanceof List<?> list) {
            out.beginList(list.size());
            list.forEach(each -> put(each, out));
            out.endList();
        } else if (value instanceof Map<?, ?> map) {
            out.beginMap(map.size());
            map.forEach((key, each) -> {
                out.key((String) key);
                put(each, out);
            });
            out.endMap();
        } else {
            writeRecord((Fields) value, out);
        }
    }

    private void writeRecord(Fields value, ValueWriter out) {
        List<String> names = new ArrayList<>(value.values().keySet());
        out.beginRecord(Objects.requireNonNullElse(value.type(), ""), names, value.type() != null);
        for (int i = 0; i < names.size(); i++) {
            out.field(i);
            put(value.values().get(names.get(i)), out);
        }
        out.endRecord();
    }

    @Override
    protected Object read(ValueReader in) {
        return switch (in.peek()) {
            case NOTHING -> throw new AssertionError("null is taken elsewhere");
            case BOOL -> in.bool();
            case INTEGER -> in.integer();
            case REAL -> in.real();
            case TEXT -> in.text();
            case BYTES -> in.bytes();
            case HANDLE -> in.handle();
            case LIST -> readList(in);
            case MAP -> readMap(in);
            case RECORD -> readRecord(in);
            case TYPED -> readTyped(in);
        };
    }

    private List<@Nullable Object> readList(ValueReader in) {
        List<@Nullable Object> list = new ArrayList<>();
        in.beginList();
        while (in.more()) {
            list.add(take(in));
        }
        return list;
    }

    private Map<String, @Nullable Object> readMap(ValueReader in) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        in.beginMap();
        for (String key = in.nextKey(); key != null; key = in.nextKey()) {
            map.put(key, take(in));
        }
        return map;
    }

    private Fields readRecord(ValueReader in) {
        String type = in.beginRecord();
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        for (String key = in.nextField(); key != null; key = in.nextField()) {
            map.put(key, take(in));
        }
        return new Fields(type, map);
    }

    private Typed readTyped(ValueReader in) {
        String type = in.beginTyped();
        Object value = take(in);
        in.endTyped();
        return new Typed(type, value);
    }
}
