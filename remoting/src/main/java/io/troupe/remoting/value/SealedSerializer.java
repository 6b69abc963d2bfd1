// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.value;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One of the subtypes of a sealed interface, told by its name. */
final class SealedSerializer extends TypeSerializer<Object> {
    private final Class<?> type;
    private final Map<Class<?>, NamedType> byClass = new HashMap<>();
    private final Map<String, NamedType> byName = new HashMap<>();

    /** Without subtypes yet. */
    SealedSerializer(Class<?> type) {
        this.type = type;
    }

    /** While it is compiled. */
    void add(Class<?> subtype, NamedType named, Iterable<String> names) {
        byClass.put(subtype, named);
        for (String name : names) {
            byName.put(name, named);
        }
    }

    @Override
    protected void write(Object value, ValueWriter out) {
        NamedType named = byClass.get(NamedType.classOf(value));
        if (named == null) {
            throw new WireException("a value must be of a subtype that can travel: expected=" + type.getName()
                    + ", class=" + value.getClass().getName());
        }
        named.write(value, out);
    }

    @Override
    protected Object read(ValueReader in) {
        ValueKind kind = in.peek();
        if (kind == ValueKind.TYPED) {
            NamedType named = subtype(in.beginTyped());
            Object value = named.serializer().take(in);
            in.endTyped();
            if (value == null) {
                throw new WireException("a value with the name of its type must not be null: type=" + named.name());
            }
            return value;
        }
        if (kind != ValueKind.RECORD && kind != ValueKind.MAP) {
            throw ScalarSerializers.mismatch("a record with the name of its type", type.getSimpleName(), kind);
        }
        NamedType named = subtype(in.beginRecord());
        if (named.serializer() instanceof RecordSerializer fields) {
            return fields.readFields(in);
        }
        throw new WireException("a value must be one of its type: type=" + named.name() + ", found=" + kind);
    }

    private NamedType subtype(@Nullable String name) {
        NamedType named = byName.get(name);
        if (named == null) {
            throw new WireException(
                    "a subtype must be known: expected=" + type.getName() + ", subtype=" + (name == null ? "" : name));
        }
        return named;
    }
}
