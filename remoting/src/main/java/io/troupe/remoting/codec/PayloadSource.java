// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import com.fasterxml.jackson.core.JsonParser;
import io.troupe.remoting.value.HandleExchange;
import java.io.IOException;

/** Where a payload is read from. */
sealed interface PayloadSource {
    /**
     * A frame in one piece.
     *
     * @param bytes not copied
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Whole(JacksonFormat format, HandleExchange exchange, int maxDepth, byte[] bytes) implements PayloadSource {
        @Override
        public JsonParser parser(FrameFields.Range range) throws IOException {
            return format.factory().createParser(bytes, range.from(), range.to() - range.from());
        }

        @Override
        public String toJson(FrameFields.Range range) throws IOException {
            return format.toJson(bytes, range.from(), range.to());
        }
    }

    /**
     * A frame that came in pieces.
     *
     * @param frame given up while it is read
     */
    record Chunked(JacksonFormat format, HandleExchange exchange, int maxDepth, ChunkedBytes frame)
            implements PayloadSource {
        @Override
        public JsonParser parser(FrameFields.Range range) throws IOException {
            return format.factory().createParser(frame.stream(range.from(), range.to(), true));
        }

        @Override
        public String toJson(FrameFields.Range range) throws IOException {
            byte[] copy = frame.stream(range.from(), range.to(), true).readAllBytes();
            return format.toJson(copy, 0, copy.length);
        }

        @Override
        public Payload payload(FrameFields.Range range, boolean isList) {
            String refusal = frame.refusal();
            return refusal == null
                    ? new EncodedPayload(this, range, isList)
                    : new RefusedPayload(refusal, frame.size());
        }
    }

    JacksonFormat format();

    HandleExchange exchange();

    int maxDepth();

    /** Of one encoded value. */
    JsonParser parser(FrameFields.Range range) throws IOException;

    /** One encoded value as JSON. */
    String toJson(FrameFields.Range range) throws IOException;

    /**
     * The values, to be read later.
     *
     * @param range of a whole value, empty if there is none
     * @param isList whether it is a list of values rather than one
     */
    default Payload payload(FrameFields.Range range, boolean isList) {
        return new EncodedPayload(this, range, isList);
    }
}
