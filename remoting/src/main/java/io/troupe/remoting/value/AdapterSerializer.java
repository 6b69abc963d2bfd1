// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.value;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A user's type that travels as another.
 *
 * @param <T> the type
 * @param <R> what it travels as
 */
final class AdapterSerializer<T, R> extends TypeSerializer<T> {
    private final Class<T> type;
    private final Class<R> record;
    private final Function<T, R> toWire;
    private final Function<R, T> fromWire;
    /** Set once, before the serializer is handed out. */
    private @Nullable TypeSerializer<?> serializer;

    AdapterSerializer(Class<T> type, Class<R> record, Function<T, R> toWire, Function<R, T> fromWire) {
        this.type = type;
        this.record = record;
        this.toWire = toWire;
        this.fromWire = fromWire;
    }

    Class<R> record() {
        return record;
    }

    /** A copy that belongs to one set of serializers. */
    AdapterSerializer<T, R> fresh() {
        return new AdapterSerializer<>(type, record, toWire, fromWire);
    }

    void serializer(TypeSerializer<?> newShape) {
        serializer = newShape;
    }

    private TypeSerializer<?> inner() {
        TypeSerializer<?> known = serializer;
        if (known == null) {
            throw new IllegalStateException("an adapter must be complete before it is used: type=" + type.getName());
        }
        return known;
    }

    @Override
    protected void write(T value, ValueWriter out) {
        R record;
        try {
            record = toWire.apply(value);
        } catch (RuntimeException e) {
            throw new WireException("an adapter must accept each value: type=" + type.getName(), e);
        }
        inner().put(record, out);
    }

    @Override
    @SuppressWarnings("NullAway") // read and not take: null never gets here
    protected T read(ValueReader in) {
        Object value = inner().take(in);
        try {
            return fromWire.apply(record.cast(value));
        } catch (RuntimeException e) {
            throw new WireException("an adapter must accept what came: type=" + type.getName(), e);
        }
    }
}
