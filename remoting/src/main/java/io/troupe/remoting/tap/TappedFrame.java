// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.tap;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A frame that has gone through a {@link Tap}. Besides the types of frames there are {@code preamble} (the first line
 * of a side), {@code broken} (a frame that cannot be decoded), {@code unreadable} (nothing of this side can be decoded
 * from here on), {@code refused} (the target could not be dialled) and {@code closed}.
 *
 * @param time moment at which the tap has read the frame
 * @param link number of the link through the tap, from 1
 * @param fromDialler true if the side that dialled has sent the frame, false if the other one has
 * @param type type of the frame, in lower case
 * @param bytes bytes on the wire, prefix or line end included; 0 for what is no frame
 * @param facts contents by name, in order: texts, numbers, maps of texts, {@link Json}, and null
 */
public record TappedFrame(
        Instant time, int link, boolean fromDialler, String type, int bytes, Map<String, @Nullable Object> facts) {
    private static final JsonFactory JSON = new JsonFactory();

    /**
     * Copies the map of facts.
     *
     * @param time when it was read
     * @param link 1 or more
     * @param fromDialler its direction
     * @param type in lower case
     * @param bytes 0 or more
     * @param facts is copied, in its order
     */
    public TappedFrame {
        facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
    }

    /**
     * The values of a frame as JSON, whatever the encoding of the link.
     *
     * @param text a JSON text, in one line
     */
    public record Json(String text) {
        /** {@return the JSON text} */
        @Override
        public String toString() {
            return text;
        }
    }

    /** {@return the frame as one line of JSON, without a line end} */
    public String toJson() {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            json.writeStringField("time", time.toString());
            json.writeNumberField("link", link);
            json.writeStringField("from", fromDialler ? ">" : "<");
            json.writeStringField("frame", type);
            for (Map.Entry<String, @Nullable Object> fact : facts.entrySet()) {
                json.writeFieldName(fact.getKey());
                write(json, fact.getValue());
            }
            json.writeNumberField("bytes", bytes);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("a text must be writable to memory", e);
        }
        return text.toString();
    }

    private static void write(JsonGenerator json, @Nullable Object value) throws IOException {
        if (value instanceof Json already) {
            json.writeRawValue(already.text());
        } else if (value instanceof Number number) {
            number(json, number);
        } else if (value instanceof Map<?, ?> map) {
            json.writeStartObject();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                json.writeStringField(String.valueOf(entry.getKey()), String.valueOf(entry.getValue()));
            }
            json.writeEndObject();
        } else if (value == null) {
            json.writeNull();
        } else {
            json.writeString(value.toString());
        }
    }

    private static void number(JsonGenerator json, Number number) throws IOException {
        if (number instanceof Double real) {
            json.writeNumber(real);
        } else {
            json.writeNumber(number.longValue());
        }
    }
}
