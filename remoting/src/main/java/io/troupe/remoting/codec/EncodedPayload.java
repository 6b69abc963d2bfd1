// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import com.fasterxml.jackson.core.JsonParser;
import io.troupe.remoting.value.TypeSerializer;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Values that wait for their serializers. One thread, while the bytes are there. */
final class EncodedPayload implements Payload.Incoming {
    private final PayloadSource source;
    private final FrameFields.Range range;
    private final boolean isList;
    private int weight;

    /**
     * Reads nothing yet.
     *
     * @param range of a whole value, empty if there is none
     * @param isList whether it is a list of values rather than one
     */
    EncodedPayload(PayloadSource source, FrameFields.Range range, boolean isList) {
        this.source = source;
        this.range = range;
        this.isList = isList;
        this.weight = range.to() - range.from();
    }

    @Override
    public @Nullable Object[] read(List<TypeSerializer<?>> serializers) {
        try {
            return values(serializers);
        } catch (IOException | RuntimeException | Error e) { // also what serializers throw
            throw JsonProblems.wire("a value must be readable", e);
        }
    }

    private @Nullable Object[] values(List<TypeSerializer<?>> serializers) throws IOException {
        @Nullable Object[] values = new @Nullable Object[serializers.size()];
        int read = 0;
        if (!range.isEmpty() && !serializers.isEmpty()) {
            try (JsonParser parser = source.parser(range)) {
                JacksonValueReader reader =
                        new JacksonValueReader(parser, source.exchange(), source.maxDepth(), size());
                read = read(serializers, reader, values);
                weight = Math.max(weight, reader.taken());
            }
        }
        for (int i = read; i < values.length; i++) {
            values[i] = serializers.get(i).missing();
        }
        return values;
    }

    private int read(List<TypeSerializer<?>> serializers, JacksonValueReader reader, @Nullable Object[] values) {
        if (!isList) {
            values[0] = serializers.get(0).take(reader);
            return 1;
        }
        int count = 0;
        reader.beginArguments();
        while (count < values.length && reader.more()) {
            values[count] = serializers.get(count).take(reader);
            count++;
        }
        return count; // the rest was looked through when the frame was decoded
    }

    @Override
    public String toJson() {
        if (range.isEmpty()) {
            return "[]";
        }
        try {
            String json = source.toJson(range);
            return isList ? json : "[" + json + "]";
        } catch (IOException | RuntimeException e) { // whatever a parser does with hostile bytes
            throw JsonProblems.wire("a value must be readable", e);
        }
    }

    @Override
    public int size() {
        return range.to() - range.from();
    }

    @Override
    public int weight() {
        return weight;
    }
}
