// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import io.troupe.remoting.link.FrameLimits;
import io.troupe.remoting.value.WireException;
import java.io.IOException;

/**
 * Where JSON and CBOR differ: framing, and what people see. One per encoder or decoder, so that names that a hostile peer
 * makes up crowd nobody else's table of names, and with the bounds of its link. One thread.
 */
abstract class JacksonFormat {
    /** Levels beside those of the values: the frame, its list of arguments, a handle, one more to be refused by the reader. */
    private static final int FRAME_LEVELS = 4;

    private static final int MAX_NUMBER_LENGTH = 1000;

    private final int maxFrameBytes;

    JacksonFormat(FrameLimits limits) {
        maxFrameBytes = limits.mostWhole();
    }

    /** Makes parsers and generators. */
    abstract JsonFactory factory();

    /** Whether people may read it. */
    abstract boolean isTextual();

    /** Bytes before the body of a frame. */
    abstract int prefix();

    /** Bytes after the body of a frame. */
    abstract int suffix();

    /** Puts what comes before the body. */
    abstract void begin(Output out);

    /** Puts what comes after the body, which begins with its prefix at the position. */
    abstract void end(Output out, int start);

    /** See {@link io.troupe.remoting.codec.FrameDecoder#frameLength}. */
    abstract int frameLength(byte[] bytes, int from, int to);

    /** One encoded value as JSON. */
    abstract String toJson(byte[] bytes, int from, int to) throws IOException;

    final WireException tooLarge(long length) {
        return tooLarge(length, maxFrameBytes);
    }

    static WireException tooLarge(long length, int maxFrameBytes) {
        return new WireException("a frame must be at most " + maxFrameBytes + " bytes long: length=" + length);
    }

    final int maxFrameBytes() {
        return maxFrameBytes;
    }

    static StreamReadConstraints readConstraints(FrameLimits limits) {
        return StreamReadConstraints.builder()
                .maxNestingDepth(limits.maxDepth() + FRAME_LEVELS)
                .maxDocumentLength(limits.maxFrameBytes())
                .maxStringLength(limits.maxFrameBytes())
                .maxNameLength(FieldNames.MAX_NAME_BYTES)
                .maxNumberLength(MAX_NUMBER_LENGTH)
                .build();
    }

    static StreamWriteConstraints writeConstraints(FrameLimits limits) {
        return StreamWriteConstraints.builder()
                .maxNestingDepth(limits.maxDepth() + FRAME_LEVELS)
                .build();
    }
}
