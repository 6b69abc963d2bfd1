// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.history;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One line of JSON: an object whose values are null, booleans, numbers, texts, and lists of those. Any thread. */
final class JsonLine {
    /** Of the object and the lists in it. */
    private static final int DEEPEST = 64;

    private static final JsonFactory JSON = new JsonFactoryBuilder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build())
            .highestNonEscapedChar(Character.MIN_SURROGATE - 1) // halves of characters would not survive UTF-8
            .build();

    private JsonLine() {}

    /** {@return the line for these fields, without a line break} */
    static String write(Map<String, ? extends @Nullable Object> fields) {
        StringWriter out = new StringWriter();
        try (JsonGenerator generator = JSON.createGenerator(out)) {
            generator.writeStartObject();
            for (Map.Entry<String, ? extends @Nullable Object> field : fields.entrySet()) {
                generator.writeFieldName(field.getKey());
                write(field.getValue(), generator, 1);
            }
            generator.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("a line must be written to memory", e);
        }
        return out.toString();
    }

    private static void write(@Nullable Object value, JsonGenerator generator, int depth) throws IOException {
        if (value instanceof Collection<?> elements && depth < DEEPEST) {
            generator.writeStartArray();
            for (Object element : elements) {
                write(element, generator, depth + 1);
            }
            generator.writeEndArray();
        } else if (value == null
                || value instanceof String
                || value instanceof Boolean
                || value instanceof Long
                || value instanceof Integer
                || value instanceof Short
                || value instanceof Byte
                || (value instanceof Double number && Double.isFinite(number))) {
            generator.writePOJO(value);
        } else {
            throw new IllegalArgumentException(
                    "a value in a log must be null, a boolean, a number, a text, or a list of those: value=" + value
                            + ", type=" + value.getClass().getName());
        }
    }

    /**
     * Reads a line.
     *
     * @throws IllegalArgumentException if it is not such a line, with the rule and the column
     */
    static Map<String, @Nullable Object> read(String line) {
        try (JsonParser parser = JSON.createParser(line)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw broken("a line must be an object of JSON", parser);
            }
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
                parser.nextToken();
                fields.put(name, value(parser));
            }
            if (parser.nextToken() != null) {
                throw broken("a line must end after its object", parser);
            }
            return fields;
        } catch (JsonProcessingException e) {
            String problem = e.getOriginalMessage().replaceAll(" \\(start marker.*|\\R", "");
            String column =
                    e.getLocation() == null ? "" : ", column=" + e.getLocation().getColumnNr();
            throw new IllegalArgumentException("a line must be strict JSON: problem=" + problem + column, e);
        } catch (IOException e) {
            throw new UncheckedIOException("a line must be read from memory", e);
        }
    }

    private static @Nullable Object value(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case VALUE_NULL -> null;
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT -> parser.getLongValue();
            case VALUE_NUMBER_FLOAT -> {
                double number = parser.getDoubleValue();
                if (!Double.isFinite(number)) {
                    throw broken("a number must be one of 64 bits", parser);
                }
                yield number;
            }
            case START_ARRAY -> {
                List<@Nullable Object> elements = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    elements.add(value(parser));
                }
                yield elements;
            }
            default -> throw broken("a value must be null, a boolean, a number, a text, or a list of those", parser);
        };
    }

    private static IllegalArgumentException broken(String rule, JsonParser parser) throws IOException {
        String found = parser.currentToken() == null ? "nothing" : parser.getText();
        return new IllegalArgumentException(rule + ": found=" + found + ", column="
                + parser.currentTokenLocation().getColumnNr());
    }
}
