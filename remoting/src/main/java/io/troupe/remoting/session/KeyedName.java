// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import org.jspecify.annotations.Nullable;

/**
 * A type and a key: of a stranger, as a rule.
 *
 * @param type by which it is served
 * @param key of the actor
 */
record KeyedName(String type, String key) {
    private static final int LONGEST = 512;

    /** What is wrong with it, as a sentence that quotes nothing; null: nothing is. */
    static @Nullable String violation(String type, String key) {
        String wrong = violationOf("type", type);
        return wrong == null ? violationOf("key", key) : wrong;
    }

    private static @Nullable String violationOf(String what, String text) {
        if (text.isEmpty() || text.length() > LONGEST) {
            return what + " must have 1 to " + LONGEST + " characters: length=" + text.length();
        }
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            if (Character.isISOControl(each)) {
                return what + " must not have control characters: index=" + i + ", code=" + (int) each;
            }
            if (Character.isHighSurrogate(each)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(each)) {
                return what + " must not have half a surrogate pair: index=" + i;
            }
        }
        return null;
    }

    /** Characters of both. */
    int size() {
        return type.length() + key.length();
    }

    /** Looked for with each call: keys differ sooner than types do. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof KeyedName that && key.equals(that.key) && type.equals(that.type);
    }

    @Override
    public int hashCode() {
        return 31 * type.hashCode() + key.hashCode();
    }

    @Override
    public String toString() {
        return type + "/" + key;
    }
}
