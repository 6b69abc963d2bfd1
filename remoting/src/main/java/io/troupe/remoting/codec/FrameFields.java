// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.troupe.remoting.value.WireException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The keys of one frame after the first pass, in whatever order they came. A value of the wrong kind is noted and passed
 * over: the frame may be of a newer type, and the stream may come later. Reused for each frame. One thread.
 */
final class FrameFields {
    /** A stretch of bytes. */
    record Range(int from, int to) {
        static final Range NONE = new Range(0, 0);

        boolean isEmpty() {
            return from == to;
        }
    }

    private static final int KEYS = FieldKey.values().length;

    private final long[] numbers = new long[KEYS];
    private final @Nullable String[] texts = new String[KEYS];
    private int seen;
    private @Nullable TargetId target;
    private double rate;
    private Range arguments = Range.NONE;
    private Range value = Range.NONE;
    private @Nullable Failure failure;
    private byte @Nullable [] bytes;
    private Map<String, String> properties = Map.of();
    private @Nullable Map<String, String> headers;
    private boolean headersDropped;
    private @Nullable String complaint;

    void clear() {
        Arrays.fill(texts, null);
        seen = 0;
        target = null;
        arguments = Range.NONE;
        value = Range.NONE;
        failure = null;
        bytes = null;
        properties = Map.of();
        headers = null;
        headersDropped = false;
        complaint = null;
    }

    /**
     * Reads one object and what makes sure that nothing follows.
     *
     * @param parser before its first token
     * @param base where in the array its input begins
     */
    void read(JsonParser parser, int base) throws IOException {
        int shift = base - Math.toIntExact(parser.currentLocation().getByteOffset());
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            throw new WireException("a frame must be an object: found=" + parser.currentToken());
        }
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            FieldKey key = FieldKey.of(parser.currentName());
            JsonToken token = parser.nextToken();
            if (key == null || (token == JsonToken.VALUE_NULL && key != FieldKey.V)) {
                parser.skipChildren();
            } else {
                read(key, token, parser, shift);
            }
        }
        if (parser.currentToken() != JsonToken.END_OBJECT || parser.nextToken() != null) {
            throw new WireException("a frame must be one object and nothing else: found=" + parser.currentToken());
        }
    }

    private void read(FieldKey key, JsonToken token, JsonParser parser, int shift) throws IOException {
        switch (key) {
            case T, M, NAME, SCOPE, ADDRESS, REASON, KEY -> readText(key, token, parser);
            case S, NS, N, ID, LEVEL, Q, CAP, TOKEN -> readNumber(key, token, parser);
            case RATE -> readRate(token, parser);
            case TO -> readTarget(token, parser);
            case A, V -> readRange(key, token, parser, shift);
            case E -> readFailure(token, parser);
            case PROPS -> readProperties(token, parser);
            case B -> readBytes(token, parser);
            case H -> readHeaders(token, parser);
            case CODE, TYPE, TEXT -> parser.skipChildren(); // only within "e"
        }
    }

    private void readText(FieldKey key, JsonToken token, JsonParser parser) throws IOException {
        if (token == JsonToken.VALUE_STRING) {
            texts[key.slot()] = parser.getText();
        } else {
            complain(key, "a text", parser);
        }
    }

    private void readNumber(FieldKey key, JsonToken token, JsonParser parser) throws IOException {
        if (isLong(token, parser)) {
            numbers[key.slot()] = parser.getLongValue();
            seen |= 1 << key.slot();
        } else {
            complain(key, "a whole number of at most 64 bits", parser);
        }
    }

    private static boolean isLong(JsonToken token, JsonParser parser) throws IOException {
        return token == JsonToken.VALUE_NUMBER_INT && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER;
    }

    private void readRate(JsonToken token, JsonParser parser) throws IOException {
        if (token.isNumeric()) {
            rate = parser.getDoubleValue();
            seen |= 1 << FieldKey.RATE.slot();
        } else {
            complain(FieldKey.RATE, "a number", parser);
        }
    }

    private void readBytes(JsonToken token, JsonParser parser) throws IOException {
        if (token == JsonToken.VALUE_STRING || token == JsonToken.VALUE_EMBEDDED_OBJECT) {
            bytes = parser.getBinaryValue();
        } else {
            complain(FieldKey.B, "bytes", parser);
        }
    }

    private void readTarget(JsonToken token, JsonParser parser) throws IOException {
        if (token == JsonToken.VALUE_STRING) {
            target = TargetId.name(parser.getText());
        } else if (isLong(token, parser) && parser.getLongValue() > 0) {
            target = TargetId.id(parser.getLongValue());
        } else if (token == JsonToken.START_ARRAY) {
            readKeyed(parser);
        } else {
            complain(FieldKey.TO, "a name or a number from 1", parser);
        }
    }

    /** A type and a key, or the number of these. */
    private void readKeyed(JsonParser parser) throws IOException {
        List<String> texts = new ArrayList<>();
        long number = 0;
        int count = 0;
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            count++;
            if (token == JsonToken.VALUE_STRING && texts.size() < 2) {
                texts.add(parser.getText());
            } else if (isLong(token, parser)) {
                number = parser.getLongValue();
            } else {
                parser.skipChildren();
            }
        }
        if (count == 2 && texts.size() == 2) {
            target = TargetId.keyed(texts.get(0), texts.get(1));
        } else if (count == 1 && number > 0) {
            target = TargetId.keyNumber(number);
        } else {
            complain(FieldKey.TO, "a type and a key, or the number of these", JsonToken.START_ARRAY);
        }
    }

    private void readRange(FieldKey key, JsonToken token, JsonParser parser, int shift) throws IOException {
        if (key == FieldKey.A && token != JsonToken.START_ARRAY) {
            complain(key, "a list", parser);
            return;
        }
        int from = shift + (int) parser.currentTokenLocation().getByteOffset();
        parser.skipChildren();
        parser.finishToken(); // a text is otherwise passed over with the next token only
        Range range = new Range(from, shift + (int) parser.currentLocation().getByteOffset());
        if (key == FieldKey.A) {
            arguments = range;
        } else {
            value = range;
        }
    }

    private void readFailure(JsonToken first, JsonParser parser) throws IOException {
        Map<String, String> facts = Map.of();
        if (first != JsonToken.START_OBJECT) {
            complain(FieldKey.E, "an object", parser);
            return;
        }
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            FieldKey key = FieldKey.of(parser.currentName());
            JsonToken token = parser.nextToken();
            boolean isText = token == JsonToken.VALUE_STRING;
            if (key == FieldKey.PROPS && token == JsonToken.START_OBJECT) {
                facts = readTexts(parser);
            } else if (isText && (key == FieldKey.CODE || key == FieldKey.TYPE || key == FieldKey.TEXT)) {
                texts[key.slot()] = parser.getText();
            } else {
                parser.skipChildren();
            }
        }
        failure = Failure.received(
                code(text(FieldKey.CODE, "")), text(FieldKey.TYPE, ""), text(FieldKey.TEXT, ""), facts);
    }

    private static Failure.Code code(String text) {
        for (Failure.Code code : Failure.Code.values()) {
            if (code.name().toLowerCase(Locale.ROOT).equals(text)) {
                return code;
            }
        }
        return text.isEmpty() ? Failure.Code.FAILED : Failure.Code.UNKNOWN;
    }

    private void readProperties(JsonToken token, JsonParser parser) throws IOException {
        if (token != JsonToken.START_OBJECT) {
            complain(FieldKey.PROPS, "an object", parser);
            return;
        }
        properties = readTexts(parser);
    }

    private static Map<String, String> readTexts(JsonParser parser) throws IOException {
        Map<String, String> texts = new HashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            JsonToken kind = parser.nextToken();
            if (kind == JsonToken.VALUE_STRING || kind.isNumeric() || kind.isBoolean()) { // typed by hand: as its text
                texts.put(name, parser.getText());
            } else {
                parser.skipChildren();
            }
        }
        return texts;
    }

    /** What makes no sense is left out, all of it: it is no reason to refuse the call. */
    private void readHeaders(JsonToken token, JsonParser parser) throws IOException {
        if (token != JsonToken.START_OBJECT) {
            headersDropped = true;
            parser.skipChildren();
            return;
        }
        Map<String, String> texts = new HashMap<>();
        int length = 0;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            if (parser.nextToken() != JsonToken.VALUE_STRING || length > Headers.MOST_BYTES) {
                headersDropped = true;
                parser.skipChildren();
            } else {
                length += name.length() + parser.getTextLength();
                texts.put(name, parser.getText());
            }
        }
        headersDropped |= Headers.violation(texts) != null;
        headers = headersDropped ? null : texts;
    }

    private void complain(FieldKey key, String expected, JsonParser parser) throws IOException {
        complain(key, expected, parser.currentToken());
        parser.skipChildren();
    }

    private void complain(FieldKey key, String expected, JsonToken found) {
        if (complaint == null) {
            complaint = "a key must have " + expected + ": key=" + key.text() + ", found=" + found;
        }
    }

    /** Throws if a value was of the wrong kind. */
    void check() {
        if (complaint != null) {
            throw new WireException(complaint);
        }
    }

    boolean has(FieldKey key) {
        return (seen & 1 << key.slot()) != 0;
    }

    long number(FieldKey key, long missing) {
        return has(key) ? numbers[key.slot()] : missing;
    }

    /** A number from 0. */
    long count(FieldKey key) {
        return from(0, key);
    }

    long stream() {
        return from(1, FieldKey.S);
    }

    /** The stream, or 0 if there is none or none that makes sense. */
    long streamOrZero() {
        return Math.max(0, number(FieldKey.S, 0));
    }

    private long from(long least, FieldKey key) {
        long number = number(key, -1);
        if (number < least) {
            throw new WireException("a frame must have a number from " + least + ": type=" + texts[FieldKey.T.slot()]
                    + ", key=" + key.text() + ", number=" + (has(key) ? number : "none"));
        }
        return number;
    }

    double rate() {
        if (!has(FieldKey.RATE) || !(rate >= 0) || Double.isInfinite(rate)) {
            throw missing(FieldKey.RATE);
        }
        return rate;
    }

    String text(FieldKey key) {
        String text = texts[key.slot()];
        if (text == null) {
            throw missing(key);
        }
        return text;
    }

    String text(FieldKey key, String missing) {
        String text = texts[key.slot()];
        return text == null ? missing : text;
    }

    /** Of a frame whose target is not found by key. */
    TargetId target() {
        TargetId known = targetOfCall();
        if (known.key() != null) {
            throw new WireException("only a call may have a type and key as its target: target=" + known);
        }
        return known;
    }

    TargetId targetOfCall() {
        TargetId known = target;
        if (known == null) {
            throw missing(FieldKey.TO);
        }
        return known;
    }

    private WireException missing(FieldKey key) {
        return new WireException(
                "a frame must have all keys of its type: type=" + texts[FieldKey.T.slot()] + ", missing=" + key.text());
    }

    Failure failure() {
        Failure known = failure;
        return known == null ? new Failure(Failure.Code.FAILED, "", "") : known;
    }

    byte[] bytes() {
        byte[] known = bytes;
        if (known == null) {
            throw missing(FieldKey.B);
        }
        return known;
    }

    @Nullable
    Failure failureOrNull() {
        return failure;
    }

    Map<String, String> properties() {
        return properties;
    }

    /** Of a call; null if there are none that make sense. */
    @Nullable
    Map<String, String> headers() {
        return headers;
    }

    /** Whether there were headers that make no sense. */
    boolean headersDropped() {
        return headersDropped;
    }

    /** Where the value of A or V is; empty if there is none. */
    Range range(FieldKey key) {
        return key == FieldKey.A ? arguments : value;
    }
}
