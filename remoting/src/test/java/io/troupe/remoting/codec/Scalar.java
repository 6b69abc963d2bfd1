// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import io.troupe.remoting.value.TypeSerializer;
import io.troupe.remoting.value.ValueReader;
import io.troupe.remoting.value.ValueWriter;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A serializer of two functions. */
final class Scalar<T> extends TypeSerializer<T> {
    static final TypeSerializer<Long> INTEGER =
            new Scalar<>((out, value) -> out.integer(value), ValueReader::integer, 0L);
    static final TypeSerializer<Double> REAL = new Scalar<>((out, value) -> out.real(value), ValueReader::real, 0.0);
    static final TypeSerializer<String> TEXT = new Scalar<>(ValueWriter::text, ValueReader::text, null);
    static final TypeSerializer<byte[]> BYTES = new Scalar<>(ValueWriter::bytes, ValueReader::bytes, null);

    private final BiConsumer<ValueWriter, T> writing;
    private final Function<ValueReader, T> reading;
    private final @Nullable T absent;

    Scalar(BiConsumer<ValueWriter, T> writing, Function<ValueReader, T> reading, @Nullable T absent) {
        this.writing = writing;
        this.reading = reading;
        this.absent = absent;
    }

    @Override
    protected void write(T value, ValueWriter out) {
        writing.accept(out, value);
    }

    @Override
    protected T read(ValueReader in) {
        return reading.apply(in);
    }

    @Override
    protected @Nullable T absent() {
        return absent;
    }
}
