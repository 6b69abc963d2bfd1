// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting;

import io.troupe.remoting.codec.BinaryCodec;
import io.troupe.remoting.codec.CborCodec;
import io.troupe.remoting.codec.Codec;
import io.troupe.remoting.codec.JsonCodec;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The encoding of the frames of a link. All encodings behave alike; they differ in speed and in who can read them. */
public enum Encoding {
    /** Fast and compact; for production. */
    BINARY,
    /** Self-describing binary (RFC 8949), for other languages. */
    CBOR,
    /** One frame per line, for people; see docs/json-links.md. */
    JSON;

    Codec codec() {
        return switch (this) {
            case BINARY -> new BinaryCodec();
            case CBOR -> new CborCodec();
            case JSON -> new JsonCodec();
        };
    }

    /**
     * By name.
     *
     * @throws IllegalArgumentException that lists the names
     */
    public static Encoding of(String name) {
        for (Encoding encoding : values()) {
            if (encoding.toString().equals(name.toLowerCase(Locale.ROOT))) {
                return encoding;
            }
        }
        throw new IllegalArgumentException("encoding must be one of "
                + Arrays.stream(values()).map(Encoding::toString).collect(Collectors.joining(", ")) + ": encoding="
                + name);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
