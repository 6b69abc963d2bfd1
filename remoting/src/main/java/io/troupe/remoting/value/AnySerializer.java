// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.value;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A value whose declared type tells nothing: Object, Number, a type variable. Values of the encoding are as they are, all
 * others carry the name of their type, which must be registered; so do those that would be texts in a textual encoding.
 */
final class AnySerializer extends TypeSerializer<Object> {
    static final String MAP = "java.util.Map";

    /** Where a record that is read as a map has the name of its type, which no component can have. */
    private static final String TYPE = "@type";

    private final Class<?> bound;
    private final NamedTypes registry;
    /** Whether records and values of types that are not known are read as what they are made of. */
    private final boolean untyped;

    /** Of a declared type that values must be of. */
    AnySerializer(Class<?> bound, NamedTypes registry) {
        this(bound, registry, false);
    }

    private AnySerializer(Class<?> bound, NamedTypes registry, boolean untyped) {
        this.bound = bound;
        this.registry = registry;
        this.untyped = untyped;
    }

    /** For values of which perhaps no type is known any more. */
    static AnySerializer untyped(NamedTypes registry) {
        return new AnySerializer(Object.class, registry, true);
    }

    @Override
    protected void write(Object value, ValueWriter out) {
        if (value instanceof String text) {
            out.text(text);
        } else if (value instanceof Integer number) {
            out.integer(number);
        } else if (value instanceof Boolean truth) {
            out.bool(truth);
        } else if (value instanceof Double number && (Double.isFinite(number) || !out.isTextual())) {
            out.real(number);
        } else if (value instanceof byte[] bytes && !out.isTextual()) {
            out.bytes(bytes);
        } else {
            writeOther(value, out);
        }
    }

    private void writeOther(Object value, ValueWriter out) {
        NamedType named = registry.of(value);
        if (named != null) {
            named.write(value, out);
        } else if (value instanceof List<?> list) {
            registry.list().put(list, out);
        } else if (value instanceof Map<?, ?> map) {
            boolean texts = true;
            for (Object key : map.keySet()) {
                texts &= key instanceof String;
            }
            if (texts) {
                registry.map().put(map, out);
            } else {
                out.beginTyped(MAP);
                registry.pairs().put(map, out);
                out.endTyped();
            }
        } else {
            throw new WireException("a value of an open type must be of a registered class: class="
                    + value.getClass().getName() + "; name its type in a signature, or register it");
        }
    }

    @Override
    protected Object read(ValueReader in) {
        Object value = any(in);
        if (!bound.isInstance(value)) {
            throw new WireException("a value must be of its declared type: expected=" + bound.getName() + ", found="
                    + (value == null ? "null" : value.getClass().getName()));
        }
        return value;
    }

    private @Nullable Object any(ValueReader in) {
        ValueKind kind = in.peek();
        return switch (kind) {
            case BOOL -> in.bool();
            case INTEGER -> whole(in.integer());
            case REAL -> in.real();
            case TEXT -> in.text();
            case BYTES -> in.bytes();
            case LIST -> list(in);
            case MAP -> map(in);
            case RECORD -> record(in);
            case TYPED -> typed(in);
            case NOTHING, HANDLE ->
                throw new WireException("a reference, promise or callback must have a declared type: found=" + kind);
        };
    }

    private static Object whole(long number) {
        if (number == (int) number) {
            return (int) number;
        }
        return number;
    }

    private @Nullable Object typed(ValueReader in) {
        String name = in.beginTyped();
        Object value = untyped && registry.find(name) == null
                ? next(in)
                : registry.named(name).serializer().take(in);
        in.endTyped();
        return value;
    }

    private Object list(ValueReader in) {
        List<@Nullable Object> list = new ArrayList<>();
        in.beginList();
        while (in.more()) {
            list.add(next(in));
        }
        return list;
    }

    private Object map(ValueReader in) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        in.beginMap();
        for (String key = in.nextKey(); key != null; key = in.nextKey()) {
            map.put(key, next(in));
        }
        return map;
    }

    private Object record(ValueReader in) {
        String name = in.beginRecord();
        if (name != null && !untyped) {
            TypeSerializer<?> serializer = registry.named(name).serializer();
            if (serializer instanceof RecordSerializer fields) {
                return fields.readFields(in);
            }
            throw new WireException("a value must be one of its type: type=" + name + ", found=" + ValueKind.RECORD);
        }
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        if (name != null) {
            map.put(TYPE, name);
        }
        for (String field = in.nextField(); field != null; field = in.nextField()) {
            map.put(field, next(in));
        }
        return map;
    }

    private @Nullable Object next(ValueReader in) {
        if (in.peek() == ValueKind.NOTHING) {
            in.nothing();
            return null;
        }
        return any(in);
    }
}
