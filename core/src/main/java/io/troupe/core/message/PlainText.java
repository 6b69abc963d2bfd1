// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.message;

import java.util.Objects;

/**
 * Texts of strangers for logs, errors and events: on one line, without characters that a terminal obeys or that hide what
 * is written, and short. Any thread.
 */
public final class PlainText {
    /** Enough for a sentence. */
    public static final int SHORT = 200;

    private PlainText() {}

    /**
     * {@return a text of at most {@value #SHORT} characters, with a mark that says how much is missing}
     *
     * @param text of a user or of another process, or with parts of one
     */
    public static String of(String text) {
        return of(text, SHORT);
    }

    /**
     * {@return a text that is escaped and shortened}
     *
     * @param text of a user or of another process, or with parts of one
     * @param most characters of it that are kept
     */
    public static String of(String text, int most) {
        int end = Math.min(text.length(), most);
        boolean clean = end == text.length();
        for (int i = 0; i < end && clean; i++) {
            clean = isHarmless(text.charAt(i));
        }
        if (clean) {
            return text;
        }
        StringBuilder safe = new StringBuilder(end + 16);
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            if (isHarmless(c)) {
                safe.append(c);
            } else if (c == '\n') {
                safe.append("\\n");
            } else if (c == '\r') {
                safe.append("\\r");
            } else if (c == '\t') {
                safe.append("\\t");
            } else {
                safe.append("\\u").append(String.format("%04x", (int) c));
            }
        }
        if (end < text.length()) {
            safe.append("… (").append(text.length() - end).append(" more)");
        }
        return safe.toString();
    }

    /**
     * Checks a name that will stand in errors and addresses.
     *
     * @param what has the name, for the error
     * @param name given by a user
     * @return the name
     * @throws IllegalArgumentException if it is blank, longer than {@value #SHORT} characters, or would not show as it is
     */
    public static String name(String what, String name) {
        if (Objects.requireNonNull(name, "name").isBlank() || !of(name).equals(name)) {
            throw new IllegalArgumentException(what + " must have a name of 1 to " + SHORT
                    + " characters that all show on one line: name=" + of(name));
        }
        return name;
    }

    private static boolean isHarmless(char c) {
        if (c < 0x7f) {
            return c >= ' ';
        }
        return switch (Character.getType(c)) {
            // what moves the cursor, turns the direction of writing or begins a line
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
