// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rules for the headers of a call: texts by name. */
public final class Headers {
    /** Most bytes of the headers of a call: names and values in UTF-8. */
    public static final int MOST_BYTES = 1024;

    private Headers() {}

    /**
     * Checks headers.
     *
     * @return what is wrong with them, as a sentence; null: nothing
     */
    public static @Nullable String violation(Map<String, String> headers) {
        long bytes = 0;
        for (Map.Entry<String, String> header : headers.entrySet()) {
            int name = bytes(header.getKey());
            int value = bytes(header.getValue());
            if (name <= 0 || value < 0) {
                return "a header must have a name, and texts without half characters: headers=" + headers.keySet();
            }
            bytes += name + value;
        }
        return bytes <= MOST_BYTES
                ? null
                : "the headers of a call must take at most " + MOST_BYTES + " bytes, names included: bytes=" + bytes
                        + ", headers=" + headers.keySet() + "; leave some out";
    }

    /** Bytes in UTF-8; -1: a surrogate has no other half. */
    private static int bytes(String text) {
        int bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                bytes++;
            } else if (c < 0x800) {
                bytes += 2;
            } else if (!Character.isSurrogate(c)) {
                bytes += 3;
            } else if (Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                bytes += 4;
                i++;
            } else {
                return -1;
            }
        }
        return bytes;
    }
}
