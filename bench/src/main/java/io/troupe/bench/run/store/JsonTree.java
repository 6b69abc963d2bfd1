// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run.store;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.JsonTokenId;
import io.troupe.bench.run.plan.BenchException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON as maps, lists, strings, doubles and booleans; null becomes an empty string. */
public final class JsonTree {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(com.fasterxml.jackson.core.json.JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .build();

    private JsonTree() {}

    /**
     * Reads a file.
     *
     * @throws BenchException if it is no JSON or not there
     */
    public static Object read(Path file) {
        try {
            return parse(Files.readString(file));
        } catch (IOException e) {
            throw BenchException.failed("file must hold JSON: file=" + file + ", reason="
                    + e.getClass().getSimpleName());
        }
    }

    /**
     * Reads text.
     *
     * @throws IOException if it is no JSON
     */
    public static Object parse(String text) throws IOException {
        try (JsonParser parser = FACTORY.createParser(text)) {
            JsonToken first = parser.nextToken();
            if (first == null) {
                throw new IOException("empty");
            }
            Object value = value(parser);
            if (parser.nextToken() != null) {
                throw new IOException("more than one value");
            }
            return value;
        }
    }

    /** The value as an object, empty if it is none. */
    public static Map<?, ?> map(Object value) {
        return value instanceof Map<?, ?> map ? map : Map.of();
    }

    /** A member of an object as a list, empty if it is none. */
    public static List<?> list(Map<?, ?> object, String name) {
        return object.get(name) instanceof List<?> list ? list : List.of();
    }

    /** A member of an object as text, empty if there is none. */
    public static String text(Map<?, ?> object, String name) {
        Object value = object.get(name);
        return value == null ? "" : value.toString();
    }

    private static Object value(JsonParser parser) throws IOException {
        return switch (parser.currentTokenId()) {
            case JsonTokenId.ID_START_OBJECT -> object(parser);
            case JsonTokenId.ID_START_ARRAY -> array(parser);
            case JsonTokenId.ID_NUMBER_INT, JsonTokenId.ID_NUMBER_FLOAT -> parser.getDoubleValue();
            case JsonTokenId.ID_TRUE, JsonTokenId.ID_FALSE -> parser.getBooleanValue();
            case JsonTokenId.ID_NULL -> "";
            default -> parser.getText();
        };
    }

    private static Map<String, Object> object(JsonParser parser) throws IOException {
        Map<String, Object> object = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            object.put(name, value(parser));
        }
        return object;
    }

    private static List<Object> array(JsonParser parser) throws IOException {
        List<Object> array = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            array.add(value(parser));
        }
        return array;
    }
}
