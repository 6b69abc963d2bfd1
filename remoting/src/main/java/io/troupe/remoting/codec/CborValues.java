// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import io.troupe.remoting.link.FrameLimits;
import io.troupe.remoting.value.HandleExchange;
import io.troupe.remoting.value.NoHandles;
import io.troupe.remoting.value.TypeSerializer;
import io.troupe.remoting.value.WireException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Single values as CBOR, outside of any link: for stores. References, promises and callbacks are refused. Any thread. */
public final class CborValues {
    private static final int FIRST = 256;
    private static final HandleExchange NO_HANDLES =
            new NoHandles("a stored value must not hold references, promises, callbacks or ends of channels");
    private static final ThreadLocal<FieldNames> NAMES = ThreadLocal.withInitial(FieldNames::new);

    private final FrameLimits limits =
            new FrameLimits(FrameLimits.MOST_WHOLE, FrameLimits.defaults().maxDepth());
    private final CborFormat format = new CborFormat(limits);

    /** Takes values of up to 16 MiB. */
    public CborValues() {}

    /**
     * Encodes a value.
     *
     * @param serializer of its type
     * @param value of the type
     * @throws WireException if it holds something that has no encoding, or is larger than 16 MiB
     */
    public byte[] write(TypeSerializer<?> serializer, Object value) {
        Output out = new Output(FIRST);
        FrameSink sink = new FrameSink().over(out, limits.maxFrameBytes(), limits.maxFrameBytes());
        try (JsonGenerator generator = format.factory().createGenerator(sink)) {
            serializer.put(
                    value, new JacksonValueWriter(generator, format, NO_HANDLES, NAMES.get(), limits.maxDepth()));
        } catch (IOException | RuntimeException | Error e) { // also what serializers throw
            throw JsonProblems.wire("a value must hold only what can be encoded", e);
        }
        return out.copy();
    }

    /**
     * Decodes a value.
     *
     * @param serializer of its type
     * @param bytes made by {@link #write}, perhaps for an earlier version of the type
     * @throws WireException if they are no such value
     */
    public @Nullable Object read(TypeSerializer<?> serializer, byte[] bytes) {
        try (JsonParser parser = format.factory().createParser(bytes)) {
            return serializer.take(new JacksonValueReader(parser, NO_HANDLES, limits.maxDepth(), bytes.length));
        } catch (IOException | RuntimeException | Error e) { // whatever a parser does with damaged bytes
            throw JsonProblems.wire("a value must be readable", e);
        }
    }
}
