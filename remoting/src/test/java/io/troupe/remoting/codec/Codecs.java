// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import io.troupe.remoting.Encoding;

/** The codecs by the encodings that users choose. */
public final class Codecs {
    private Codecs() {}

    /** A new one. */
    public static Codec of(Encoding encoding) {
        return switch (encoding) {
            case BINARY -> new BinaryCodec();
            case CBOR -> new CborCodec();
            case JSON -> new JsonCodec();
        };
    }
}
