// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Results for other programs. */
public final class Json {
    private Json() {}

    /** A record as one object on one line, its components in their order. */
    public static String line(Record result) {
        return write(result);
    }

    /** Records as one array on one line. */
    public static String array(List<? extends Record> results) {
        return write(results);
    }

    /** Any value on one line: maps, lists, texts, numbers and what is written as a text. */
    public static String value(@Nullable Object value) {
        return write(value);
    }

    /** The same on several lines, for people. */
    public static String indented(@Nullable Object value) {
        try {
            return new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("value must be writable as JSON: value=" + value, e);
        }
    }

    private static String write(@Nullable Object result) {
        try {
            return new ObjectMapper().writeValueAsString(result);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("result must be writable as JSON: result=" + result, e);
        }
    }
}
