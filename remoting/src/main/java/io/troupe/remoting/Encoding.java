// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting;

import io.troupe.core.message.PlainText;
import io.troupe.remoting.codec.Codec;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * The encoding of the frames of a link: what a listener accepts and a dialler offers. All encodings behave alike; they
 * differ in speed and in who can read them.
 */
public enum Encoding {
    /** Fast and compact, for production. */
    BINARY,
    /** Self-describing binary (RFC 8949), for other languages. */
    CBOR,
    /** Lines of JSON, for people: one frame per line. See docs/json-links.md. */
    JSON;

    Codec codec() {
        return switch (this) {
            case BINARY -> Codec.binary();
            case CBOR -> Codec.cbor();
            case JSON -> Codec.json();
        };
    }

    /**
     * The encoding of a name, for settings and command lines.
     *
     * @param name in upper or lower case
     * @return the encoding
     * @throws IllegalArgumentException if there is none of the name; the message lists all
     */
    public static Encoding of(String name) {
        Objects.requireNonNull(name, "name");
        for (Encoding encoding : values()) {
            if (encoding.toString().equals(name.toLowerCase(Locale.ROOT))) {
                return encoding;
            }
        }
        throw new IllegalArgumentException("encoding must be one of "
                + Arrays.stream(values()).map(Encoding::toString).collect(Collectors.joining(", ")) + ": encoding="
                + PlainText.of(name));
    }

    /** {@return the name in lower case, as the two sides of a link agree on it} */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
