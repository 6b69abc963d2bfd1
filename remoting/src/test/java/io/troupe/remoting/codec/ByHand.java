// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import io.troupe.remoting.value.TypeSerializer;
import io.troupe.remoting.value.ValueReader;
import io.troupe.remoting.value.ValueWriter;
import java.util.List;
import java.util.function.Consumer;

/** Writes what it is told, be it a value or not. */
public final class ByHand extends TypeSerializer<Object> {
    private final Consumer<ValueWriter> writer;

    private ByHand(Consumer<ValueWriter> writer) {
        this.writer = writer;
    }

    /** One of several values. */
    public static TypeSerializer<?> of(Consumer<ValueWriter> writer) {
        return new ByHand(writer);
    }

    /** One value. */
    public static Payload value(Consumer<ValueWriter> writer) {
        return new Payload.Outgoing(List.of(new ByHand(writer)), new Object[] {""});
    }

    @Override
    protected void write(Object value, ValueWriter out) {
        writer.accept(out);
    }

    @Override
    protected Object read(ValueReader in) {
        throw new UnsupportedOperationException();
    }
}
