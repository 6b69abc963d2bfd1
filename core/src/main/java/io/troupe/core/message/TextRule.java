// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.message;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The rule for texts that strangers may have chosen and that are written to logs, databases and links, such as keys: bounded in
 * length, without control characters, and valid Unicode, which half a surrogate pair is not.
 */
public final class TextRule {
    private TextRule() {}

    /**
     * Checks a text.
     *
     * @param what it is, for the error
     * @param text to check
     * @param shortest it may be, in characters
     * @param longest it may be, in characters
     * @throws IllegalArgumentException if it breaks the rule
     */
    public static void check(String what, String text, int shortest, int longest) {
        String wrong = violation(what, Objects.requireNonNull(text, what), shortest, longest);
        if (wrong != null) {
            throw new IllegalArgumentException(wrong);
        }
    }

    /**
     * What is wrong with a text, as a sentence that does not quote it; null: nothing is.
     *
     * @param what it is, for the sentence
     * @param text to check
     * @param shortest it may be, in characters
     * @param longest it may be, in characters
     */
    public static @Nullable String violation(String what, String text, int shortest, int longest) {
        int length = text.length();
        if (length < shortest || length > longest) {
            return what + " must have " + shortest + " to " + longest + " characters: length=" + length;
        }
        boolean surrogates = false;
        for (int i = 0; i < length; i++) {
            char each = text.charAt(i);
            if (Character.isISOControl(each)) {
                return what + " must not have control characters: index=" + i + ", code=" + (int) each;
            }
            surrogates |= Character.isSurrogate(each);
        }
        int half = surrogates ? indexOfHalfPair(text) : -1;
        return half < 0 ? null : what + " must not have half a surrogate pair: index=" + half;
    }

    /**
     * Where half a surrogate pair stands in a text, for which there are no bytes of UTF-8; -1: nowhere.
     *
     * @param text to look through
     */
    public static int indexOfHalfPair(String text) {
        int length = text.length();
        int each;
        for (int i = 0; i < length; i += Character.charCount(each)) {
            each = text.codePointAt(i); // half a pair stands for itself
            if (each >= Character.MIN_SURROGATE && each <= Character.MAX_SURROGATE) {
                return i;
            }
        }
        return -1;
    }
}
