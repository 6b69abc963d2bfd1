// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import com.fasterxml.jackson.core.Base64Variant;
import com.fasterxml.jackson.core.Base64Variants;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.troupe.remoting.value.Handle;
import io.troupe.remoting.value.HandleExchange;
import io.troupe.remoting.value.ValueKind;
import io.troupe.remoting.value.ValueReader;
import io.troupe.remoting.value.WireException;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads values. An object is a {@link ValueKind#HANDLE} if its first key is "@ref", "@home", "@promise" or "@callback"; with
 * "@type" first it is {@link ValueKind#TYPED} if "@value" is second, else a {@link ValueKind#RECORD}; any other is a
 * {@link ValueKind#MAP}, which may be read as a record too. Keys with one '@' in other places are passed over. One thread.
 */
final class JacksonValueReader implements ValueReader {
    private static final Base64Variant BASE64 = Base64Variants.MIME_NO_LINEFEEDS.withPaddingAllowed();

    private final JsonParser parser;
    private final HandleExchange exchange;
    private final int maxDepth;

    /** The token on which the parser stands, if nobody has used it yet. */
    private @Nullable JsonToken ahead;

    /** The object whose beginning has been passed, to see what it is, while nobody has begun it yet. */
    private @Nullable ValueKind opened;

    private @Nullable String openedType;
    private @Nullable Handle openedHandle;
    private final Growth growth = new Growth();
    private int depth;

    JacksonValueReader(JsonParser parser, HandleExchange exchange, int maxDepth, int size) {
        growth.begin(size);
        this.parser = parser;
        this.exchange = exchange;
        this.maxDepth = maxDepth;
    }

    /** Begins the list of arguments, which does not count as a level. */
    void beginArguments() {
        use(JsonToken.START_ARRAY, "a list of arguments");
    }

    @Override
    public ValueKind peek() {
        if (opened != null) {
            return opened;
        }
        JsonToken token = look();
        return switch (token) {
            case VALUE_NULL -> ValueKind.NOTHING;
            case VALUE_TRUE, VALUE_FALSE -> ValueKind.BOOL;
            case VALUE_NUMBER_INT -> ValueKind.INTEGER;
            case VALUE_NUMBER_FLOAT -> ValueKind.REAL;
            case VALUE_STRING -> ValueKind.TEXT;
            case VALUE_EMBEDDED_OBJECT -> ValueKind.BYTES;
            case START_ARRAY -> ValueKind.LIST;
            case START_OBJECT -> open();
            default -> throw unexpected("a value");
        };
    }

    @Override
    public void nothing() {
        use(JsonToken.VALUE_NULL, "null");
    }

    @Override
    public boolean bool() {
        JsonToken token = plain("true or false");
        if (token != JsonToken.VALUE_TRUE && token != JsonToken.VALUE_FALSE) {
            throw unexpected("true or false");
        }
        ahead = null;
        return token == JsonToken.VALUE_TRUE;
    }

    @Override
    public long integer() {
        use(JsonToken.VALUE_NUMBER_INT, "a whole number");
        try {
            return parser.getLongValue();
        } catch (IOException | RuntimeException e) {
            throw failed(e);
        }
    }

    @Override
    public double real() {
        JsonToken token = plain("a number");
        if (token == JsonToken.VALUE_STRING) {
            return special(text());
        }
        if (!token.isNumeric()) {
            throw unexpected("a number");
        }
        ahead = null;
        try {
            return parser.getDoubleValue();
        } catch (IOException | RuntimeException e) {
            throw failed(e);
        }
    }

    private static double special(String text) {
        return switch (text) {
            case "NaN" -> Double.NaN;
            case "Infinity" -> Double.POSITIVE_INFINITY;
            case "-Infinity" -> Double.NEGATIVE_INFINITY;
            default ->
                throw new WireException(
                        "a text in place of a number must be NaN, Infinity or -Infinity: length=" + text.length());
        };
    }

    @Override
    public String text() {
        use(JsonToken.VALUE_STRING, "a text");
        try {
            return parser.getText();
        } catch (IOException | RuntimeException e) {
            throw failed(e);
        }
    }

    @Override
    public byte[] bytes() {
        JsonToken token = plain("bytes");
        if (token != JsonToken.VALUE_EMBEDDED_OBJECT && token != JsonToken.VALUE_STRING) {
            throw unexpected("bytes");
        }
        ahead = null;
        try {
            byte[] bytes = parser.getBinaryValue(BASE64);
            return Objects.requireNonNull(bytes, "bytes");
        } catch (IOException | RuntimeException e) {
            throw failed(e);
        }
    }

    @Override
    public void beginList() {
        use(JsonToken.START_ARRAY, "a list");
        growth.collection();
        enter();
    }

    @Override
    public boolean more() {
        if (look() != JsonToken.END_ARRAY || opened != null) {
            growth.element();
            return true;
        }
        ahead = null;
        depth--;
        return false;
    }

    @Override
    public void beginMap() {
        growth.collection();
        begin("a map");
    }

    @Override
    public @Nullable String nextKey() {
        while (look() == JsonToken.FIELD_NAME) {
            String name = FieldNames.unescape(name());
            if (name != null) {
                growth.entry();
                return name;
            }
            skip();
        }
        endObject();
        return null;
    }

    @Override
    public @Nullable String beginRecord() {
        begin("a record");
        return openedType;
    }

    /** Begins a map or a record: JSON cannot tell one from the other. */
    private void begin(String expected) {
        ValueKind kind = peek();
        if (kind != ValueKind.MAP && kind != ValueKind.RECORD) {
            throw new WireException("the value must be " + expected + ": found=" + kind);
        }
        opened = null;
        enter();
    }

    @Override
    public @Nullable String nextField() {
        return nextKey();
    }

    @Override
    public void takes(int bytes) {
        growth.takes(bytes);
    }

    /** Memory that values have taken so far. */
    int taken() {
        return growth.taken();
    }

    @Override
    public String beginTyped() {
        if (peek() != ValueKind.TYPED) {
            throw unexpected("a value with a type");
        }
        opened = null;
        enter();
        return Objects.requireNonNull(openedType, "type");
    }

    @Override
    public void endTyped() {
        drain();
        endObject();
    }

    @Override
    public Handle handle() {
        if (peek() != ValueKind.HANDLE) {
            throw unexpected("a reference, promise or callback");
        }
        opened = null;
        drain();
        ahead = null;
        return Objects.requireNonNull(openedHandle, "handle");
    }

    @Override
    public void skip() {
        if (opened != null) {
            if (opened == ValueKind.TYPED) {
                opened = null;
                skip();
            }
            opened = null;
            drain();
        } else {
            JsonToken token = look();
            if (!token.isStructStart() && !token.isScalarValue()) {
                throw unexpected("a value");
            }
            try {
                parser.skipChildren();
            } catch (IOException | RuntimeException e) {
                throw failed(e);
            }
        }
        ahead = null;
    }

    @Override
    public HandleExchange exchange() {
        return exchange;
    }

    private ValueKind open() {
        ahead = null;
        openedType = null;
        ValueKind kind = ValueKind.MAP;
        if (look() == JsonToken.FIELD_NAME) {
            String name = currentName();
            Handle.HandleKind handle = FieldNames.handle(name);
            if (handle != null) {
                ahead = null;
                openedHandle = new Handle(handle, integer());
                kind = ValueKind.HANDLE;
            } else if (name.equals(FieldNames.TYPE)) {
                kind = openTyped();
            }
        }
        opened = kind;
        return kind;
    }

    private ValueKind openTyped() {
        ahead = null;
        openedType = text();
        if (look() != JsonToken.FIELD_NAME || !currentName().equals(FieldNames.VALUE)) {
            return ValueKind.RECORD;
        }
        ahead = null;
        return ValueKind.TYPED;
    }

    /** Passes over what is left of an object up to its end, which stays. */
    private void drain() {
        while (look() == JsonToken.FIELD_NAME) {
            ahead = null;
            skip();
        }
        if (look() != JsonToken.END_OBJECT) {
            throw unexpected("the end of an object");
        }
    }

    private void endObject() {
        use(JsonToken.END_OBJECT, "the end of an object");
        depth--;
    }

    private void enter() {
        if (depth >= maxDepth) {
            throw JacksonValueWriter.tooDeep(maxDepth);
        }
        depth++;
    }

    private String name() {
        ahead = null;
        return currentName();
    }

    private String currentName() {
        try {
            return parser.currentName();
        } catch (IOException | RuntimeException e) {
            throw failed(e);
        }
    }

    private void use(JsonToken expected, String words) {
        if (plain(words) != expected) {
            throw unexpected(words);
        }
        ahead = null;
    }

    /** The next token, if it is no object that has been looked into. */
    private JsonToken plain(String expected) {
        if (opened != null) {
            throw unexpected(expected);
        }
        return look();
    }

    private JsonToken look() {
        JsonToken known = ahead;
        if (known == null) {
            known = next();
            ahead = known;
        }
        return known;
    }

    private JsonToken next() {
        JsonToken next;
        try {
            next = parser.nextToken();
        } catch (IOException | RuntimeException e) {
            throw failed(e);
        }
        if (next == null) {
            throw new WireException("a value must not end in the middle: depth=" + depth);
        }
        return next;
    }

    private WireException unexpected(String expected) {
        return new WireException("the value must be " + expected + ": found=" + (opened == null ? ahead : opened));
    }

    private static WireException failed(Exception e) {
        return JsonProblems.wire("a value must be readable", e);
    }
}
