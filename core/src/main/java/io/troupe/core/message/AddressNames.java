// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.message;

/** The rule for names of actors and systems, which are parts of addresses. Without a regular expression, as the first one costs time at start. */
public final class AddressNames {
    private AddressNames() {}

    /** Letters, digits, '-', '_' or '.', beginning with a letter or digit. */
    public static boolean isValid(String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (!isLetterOrDigit(c) && (i == 0 || (c != '-' && c != '_' && c != '.'))) {
                return false;
            }
        }
        return !name.isEmpty();
    }

    private static boolean isLetterOrDigit(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    }
}
