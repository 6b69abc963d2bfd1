// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.history;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One line of JSON: an object whose values are null, booleans, numbers, texts, and lists of those. Not all of JSON, as
 * histories need no more, and a library for it would come along into every test of every user. For one thread.
 */
final class JsonLine {
    private static final int DEEPEST = 64;
    private static final char END = '\uffff';

    private final String text;
    private int at;

    private JsonLine(String text) {
        this.text = text;
    }

    /** {@return the line for these fields, without a line break} */
    static String write(Map<String, ? extends @Nullable Object> fields) {
        StringBuilder out = new StringBuilder("{");
        fields.forEach((name, value) -> {
            if (out.length() > 1) {
                out.append(',');
            }
            writeText(name, out);
            out.append(':');
            writeValue(value, out, 0);
        });
        return out.append('}').toString();
    }

    private static void writeValue(@Nullable Object value, StringBuilder out, int depth) {
        if (value instanceof String text) {
            writeText(text, out);
        } else if (value instanceof Collection<?> elements && depth < DEEPEST) {
            out.append('[');
            String separator = "";
            for (Object element : elements) {
                out.append(separator);
                writeValue(element, out, depth + 1);
                separator = ",";
            }
            out.append(']');
        } else if (value == null
                || value instanceof Boolean
                || value instanceof Long
                || value instanceof Integer
                || value instanceof Short
                || value instanceof Byte
                || (value instanceof Double number && Double.isFinite(number))) {
            out.append(value);
        } else {
            throw new IllegalArgumentException(
                    "a value in a log must be null, a boolean, a number, a text, or a list of those: value=" + value
                            + ", type=" + value.getClass().getName());
        }
    }

    private static void writeText(String text, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ' || Character.isSurrogate(c) || c == '\u2028' || c == '\u2029' || c == '\u0085') {
                out.append(String.format("\\u%04x", (int) c)); // surrogates too: halves would not survive UTF-8
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }

    /**
     * Reads a line.
     *
     * @throws IllegalArgumentException if it is not such a line, with the rule and the column
     */
    static Map<String, @Nullable Object> read(String line) {
        JsonLine reader = new JsonLine(line);
        Map<String, @Nullable Object> fields = reader.object();
        if (reader.peek() != END) {
            throw reader.broken("a line must end after its object");
        }
        return fields;
    }

    private IllegalArgumentException broken(String rule) {
        return new IllegalArgumentException(rule + ": column=" + (at + 1));
    }

    private IllegalArgumentException broken(String rule, String fact) {
        return new IllegalArgumentException(rule + ": " + fact + ", column=" + (at + 1));
    }

    private char peek() {
        while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
            at++;
        }
        return at < text.length() ? text.charAt(at) : END;
    }

    private void take(char expected) {
        if (peek() != expected) {
            throw broken("a line must be an object of JSON", "expected=" + expected);
        }
        at++;
    }

    private Map<String, @Nullable Object> object() {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        take('{');
        if (peek() == '}') {
            at++;
            return fields;
        }
        while (true) {
            peek();
            int start = at;
            String name = string();
            take(':');
            Object value = value(0);
            if (fields.containsKey(name)) {
                at = start;
                throw broken("a field must be given once", "field=" + name);
            }
            fields.put(name, value);
            if (peek() != ',') {
                take('}');
                return fields;
            }
            at++;
        }
    }

    private @Nullable Object value(int depth) {
        char c = peek();
        if (c == '"') {
            return string();
        }
        if (c == '[') {
            if (depth >= DEEPEST) {
                throw broken("lists must not be too deep", "deepest=" + DEEPEST);
            }
            return list(depth);
        }
        int start = at;
        while (at < text.length() && " \t,:[]{}\"".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        String word = text.substring(start, at);
        return switch (word) {
            case "null" -> null;
            case "true" -> true;
            case "false" -> false;
            default -> number(word, start);
        };
    }

    private Object number(String word, int start) {
        try {
            if (word.matches("-?(0|[1-9][0-9]*)")) {
                return Long.valueOf(word);
            }
            if (word.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?")) {
                Double number = Double.valueOf(word);
                if (Double.isFinite(number)) {
                    return number;
                }
            }
        } catch (NumberFormatException e) {
            // beyond 64 bits: told below
        }
        at = start;
        throw broken(
                "a value must be null, a boolean, a number of 64 bits, a text, or a list of those", "found=" + word);
    }

    private List<@Nullable Object> list(int depth) {
        List<@Nullable Object> elements = new ArrayList<>();
        take('[');
        if (peek() == ']') {
            at++;
            return elements;
        }
        while (true) {
            elements.add(value(depth + 1));
            if (peek() != ',') {
                take(']');
                return elements;
            }
            at++;
        }
    }

    private String string() {
        take('"');
        StringBuilder out = new StringBuilder();
        while (true) {
            char c = at < text.length() ? text.charAt(at) : END;
            if (at >= text.length() || c < ' ') {
                throw broken("a text must end with a quotation mark, and have no control characters");
            }
            at++;
            if (c == '"') {
                return out.toString();
            }
            out.append(c == '\\' ? escaped() : c);
        }
    }

    private char escaped() {
        char c = at < text.length() ? text.charAt(at++) : END;
        return switch (c) {
            case '"', '\\', '/' -> c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> character();
            default -> throw broken("an escape must be one of JSON's");
        };
    }

    private char character() {
        String digits = text.substring(at, Math.min(text.length(), at + 4));
        if (!digits.matches("[0-9a-fA-F]{4}")) {
            throw broken("an escape must be one of JSON's");
        }
        at += 4;
        return (char) Integer.parseInt(digits, 16);
    }
}
