// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import io.troupe.remoting.value.TypeSerializer;
import io.troupe.remoting.value.WireException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Values that wait for their serializers, while the bytes are still there. */
final class BinaryPayload implements Payload.Incoming {
    private final BinaryDecoder decoder;
    /** Which frame of the decoder it belongs to. */
    private final long frame;

    private final byte[] bytes;
    private final int from;
    private final int to;
    private int weight;

    BinaryPayload(BinaryDecoder decoder, long frame, byte[] bytes, int from, int to) {
        this.decoder = decoder;
        this.frame = frame;
        this.bytes = bytes;
        this.from = from;
        this.to = to;
        this.weight = to - from;
    }

    @Override
    public @Nullable Object[] read(List<TypeSerializer<?>> serializers) {
        BinaryReader in = reader();
        try {
            @Nullable Object[] values = values(in, serializers);
            weight = Math.max(weight, in.taken());
            return values;
        } catch (RuntimeException | Error e) { // also what serializers throw
            throw WireException.of(e, "values must be readable");
        }
    }

    private static @Nullable Object[] values(BinaryReader in, List<TypeSerializer<?>> serializers) {
        int present = in.count();
        int size = serializers.size();
        @Nullable Object[] values = new @Nullable Object[size];
        for (int i = 0; i < size; i++) {
            TypeSerializer<?> serializer = serializers.get(i);
            values[i] = i < present ? serializer.take(in) : serializer.missing();
        }
        return values;
    }

    @Override
    public String toJson() {
        return new JsonText(reader()).values();
    }

    @Override
    public int size() {
        return to - from;
    }

    @Override
    public int weight() {
        return weight;
    }

    private BinaryReader reader() {
        return decoder.reader(frame, bytes, from, to);
    }
}
