// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;

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

    private static String write(Object result) {
        try {
            return new ObjectMapper().writeValueAsString(result);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("result must be writable as JSON: result=" + result, e);
        }
    }
}
