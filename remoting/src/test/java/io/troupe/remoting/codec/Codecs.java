// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import io.troupe.remoting.Encoding;
import io.troupe.remoting.codec.binary.BinaryCodec;
import io.troupe.remoting.codec.jackson.CborCodec;
import io.troupe.remoting.codec.jackson.JsonCodec;

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
