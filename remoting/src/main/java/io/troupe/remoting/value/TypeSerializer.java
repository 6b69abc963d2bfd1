// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.value;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How values of one declared type are taken apart and put together, whatever the encoding. Made once per type by
 * {@code TypeSerializers}; immutable; any thread.
 *
 * @param <T> the type
 */
public abstract class TypeSerializer<T> {
    /** For subclasses. */
    protected TypeSerializer() {}

    /**
     * Writes a value.
     *
     * @param value of the type, not null
     * @throws io.troupe.remoting.value.WireException if it holds something that has no encoding
     */
    protected abstract void write(T value, ValueWriter out);

    /**
     * Reads a value that is not null.
     *
     * @throws io.troupe.remoting.value.WireException if what comes is no such value
     */
    protected abstract T read(ValueReader in);

    /** What a missing or null value becomes: null, or zero for a primitive type. */
    protected @Nullable T absent() {
        return null;
    }

    /**
     * The same for a record, but components that do not come are those of another record.
     *
     * @param defaults a record of the type; asked for only if a component has not come
     */
    public TypeSerializer<T> completedBy(Supplier<?> defaults) {
        return this;
    }

    /** Writes a value or null. */
    @SuppressWarnings("unchecked") // the declared type of the place that the value came from
    public final void put(@Nullable Object value, ValueWriter out) {
        if (value == null) {
            out.nothing();
        } else {
            write((T) value, out);
        }
    }

    /** Reads a value or null. */
    public final @Nullable T take(ValueReader in) {
        if (in.peek() == ValueKind.NOTHING) {
            in.nothing();
            return absent();
        }
        return read(in);
    }

    /** What a component that the sender does not know is set to. */
    public final @Nullable Object missing() {
        return absent();
    }
}
