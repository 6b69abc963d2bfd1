// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import io.troupe.core.message.TextRule;
import io.troupe.remoting.value.WireException;
import java.nio.charset.StandardCharsets;

/**
 * Texts as UTF-8. In words of the link half a surrogate pair becomes a question mark on the way out; values are checked before.
 * Bytes that are no UTF-8 become U+FFFD on the way in.
 */
final class Utf8 {
    /** Longer texts are left to the JDK, which is faster on them but makes an array. */
    private static final int SHORT = 64;

    private Utf8() {}

    /**
     * Writes an ASCII text that is short, without its length.
     *
     * @return whether it was; if not nothing counts as written
     */
    static boolean ascii(String text, Output out) {
        int length = text.length();
        if (length > SHORT) {
            return false;
        }
        out.reserve(length);
        int start = out.size();
        byte[] bytes = out.array();
        for (int i = 0; i < length; i++) {
            char next = text.charAt(i);
            if (next >= 0x80) {
                return false;
            }
            bytes[start + i] = (byte) next;
        }
        out.advance(length);
        return true;
    }

    /**
     * Refuses what no bytes of UTF-8 stand for, so that no value arrives as another one.
     *
     * @throws WireException if half a surrogate pair is in it
     */
    static void check(String text) {
        if (text.length() <= SHORT) {
            checkEach(text);
        } else {
            check(text, text.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** The same for a text whose bytes are there: to read them again is several times faster than to look at each character. */
    private static void check(String text, byte[] bytes) {
        if (!new String(bytes, StandardCharsets.UTF_8).equals(text)) {
            checkEach(text);
        }
    }

    private static void checkEach(String text) {
        int half = TextRule.indexOfHalfPair(text);
        if (half >= 0) {
            throw new WireException(
                    "a text must not have half a surrogate pair: index=" + half + ", length=" + text.length());
        }
    }

    /** A varint length and the bytes. */
    static void write(String text, Output out) {
        if (!isShortAscii(text, out)) {
            write(text.getBytes(StandardCharsets.UTF_8), out);
        }
    }

    /**
     * The same for a value.
     *
     * @throws WireException if half a surrogate pair is in it
     */
    static void writeValue(String text, Output out) {
        if (!isShortAscii(text, out)) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            check(text, bytes);
            write(bytes, out);
        }
    }

    /** Whether it was, and has been written. */
    private static boolean isShortAscii(String text, Output out) {
        if (text.length() > SHORT) {
            return false;
        }
        int start = out.size();
        out.u8(text.length());
        if (ascii(text, out)) {
            return true;
        }
        out.truncate(start);
        return false;
    }

    private static void write(byte[] bytes, Output out) {
        out.varint(bytes.length);
        out.raw(bytes, 0, bytes.length);
    }

    /** A varint length and the bytes. */
    static String read(Input in) {
        return read(in, in.count());
    }

    static String read(Input in, int length) {
        return in.utf8(length);
    }
}
