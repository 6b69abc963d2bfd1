// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.trace;

import java.util.LinkedHashMap;
import java.util.Map;

/** Reads one JSON object of texts and whole numbers: all that a line of a trace may have. Strict. Used once. */
final class FlatJson {
    private final String line;
    private int at;

    FlatJson(String line) {
        this.line = line;
    }

    /**
     * The fields in order; the values are String or Long.
     *
     * @throws IllegalArgumentException if it is something else
     */
    Map<String, Object> read() {
        Map<String, Object> fields = new LinkedHashMap<>();
        expect('{');
        if (!skip('}')) {
            do {
                String name = text();
                expect(':');
                Object value = peek() == '"' ? text() : (Object) number();
                if (fields.put(name, value) != null) {
                    throw damaged("a field must be there once");
                }
            } while (skip(','));
            expect('}');
        }
        space();
        if (at < line.length()) {
            throw damaged("a line must end behind its object");
        }
        return fields;
    }

    private void space() {
        while (at < line.length() && (line.charAt(at) == ' ' || line.charAt(at) == '\t')) {
            at++;
        }
    }

    private char peek() {
        space();
        return at < line.length() ? line.charAt(at) : '\0';
    }

    private boolean skip(char wanted) {
        if (peek() != wanted) {
            return false;
        }
        at++;
        return true;
    }

    private void expect(char wanted) {
        if (!skip(wanted)) {
            throw damaged("a line of a trace must be a JSON object, '" + wanted + "' is missing");
        }
    }

    private long number() {
        space();
        int begin = at;
        if (at < line.length() && line.charAt(at) == '-') {
            at++;
        }
        while (at < line.length() && line.charAt(at) >= '0' && line.charAt(at) <= '9') {
            at++;
        }
        String digits = line.substring(begin, at);
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException e) {
            at = begin;
            throw damaged("a value must be a text or a whole number");
        }
    }

    private String text() {
        expect('"');
        StringBuilder text = new StringBuilder();
        while (true) {
            if (at >= line.length()) {
                throw damaged("a text must end");
            }
            char letter = line.charAt(at++);
            if (letter == '"') {
                return text.toString();
            }
            if (letter < 0x20) {
                at--;
                throw damaged("a text must not have control characters");
            }
            text.append(letter == '\\' ? escaped() : letter);
        }
    }

    private char escaped() {
        char letter = at < line.length() ? line.charAt(at++) : '\0';
        return switch (letter) {
            case '"', '\\', '/' -> letter;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unicode();
            default -> throw damaged("an escape must be known");
        };
    }

    private char unicode() {
        int value = 0;
        for (int i = 0; i < 4; i++) {
            int digit = at < line.length() ? Character.digit(line.charAt(at), 16) : -1;
            if (digit < 0) {
                throw damaged("an escape must have four hexadecimal digits");
            }
            value = value * 16 + digit;
            at++;
        }
        return (char) value;
    }

    private IllegalArgumentException damaged(String rule) {
        return new IllegalArgumentException(rule + ": column=" + (at + 1));
    }
}
