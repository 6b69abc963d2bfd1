// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.peers.wire;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Bytes as readable text: two digits each, parted by spaces. */
public final class Hex {
    private static final HexFormat SPACED = HexFormat.ofDelimiter(" ");

    private Hex() {}

    /** The bytes of hex digits; spaces anywhere between bytes are ignored. */
    public static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex.replaceAll("\\s", ""));
    }

    /** The digits of bytes, lower case: {@code "00 53 50"}. */
    public static String of(byte[] bytes) {
        return SPACED.formatHex(bytes);
    }

    /** The digits of a text of one byte per character. */
    public static String text(String text) {
        return of(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** The digits of a number, most significant byte first, in so many bytes. */
    public static String number(long value, int bytes) {
        byte[] out = new byte[bytes];
        for (int at = bytes - 1, shift = 0; at >= 0; at--, shift += Byte.SIZE) {
            out[at] = shift < Long.SIZE ? (byte) (value >>> shift) : 0;
        }
        return of(out);
    }

    /** One after another. */
    public static String join(String... parts) {
        return String.join(" ", parts).trim();
    }
}
