// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.value;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Enum constants by their names. */
final class EnumSerializer extends ScalarSerializers.MapKey<Enum<?>> {
    private final Class<?> type;
    private final Map<String, Enum<?>> constants = new HashMap<>();

    /** Of a type. */
    EnumSerializer(Class<?> type) {
        this.type = type;
        for (Object constant : type.getEnumConstants()) {
            Enum<?> each = (Enum<?>) constant;
            constants.put(each.name(), each);
        }
    }

    @Override
    protected void write(Enum<?> value, ValueWriter out) {
        out.text(value.name());
    }

    @Override
    protected Enum<?> read(ValueReader in) {
        ValueKind kind = in.peek();
        if (kind != ValueKind.TEXT) {
            throw ScalarSerializers.mismatch("the name of a constant", type.getSimpleName(), kind);
        }
        return parse(in.text());
    }

    @Override
    String text(Enum<?> value) {
        return value.name();
    }

    @Override
    Enum<?> parse(String text) {
        @Nullable Enum<?> constant = constants.get(text);
        if (constant == null) {
            throw new WireException("a constant must be known: enum=" + type.getName() + ", constant="
                    + TextSerializers.shortened(text));
        }
        return constant;
    }
}
