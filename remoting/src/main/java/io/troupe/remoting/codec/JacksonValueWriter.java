// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import io.troupe.remoting.value.Handle;
import io.troupe.remoting.value.HandleExchange;
import io.troupe.remoting.value.ValueWriter;
import io.troupe.remoting.value.WireException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * Writes values. What is special is an object whose first key begins with '@': {@code {"@type":"Circle","r":1}},
 * {@code {"@type":"long","@value":5}}, {@code {"@ref":12}}. One thread.
 */
final class JacksonValueWriter implements ValueWriter {
    private static final SerializableString[] NO_RECORD = {};

    private final JsonGenerator out;
    private final JacksonFormat format;
    private final HandleExchange exchange;
    private final FieldNames names;
    private final int maxDepth;

    /** Names of the record at each level. */
    private SerializableString[][] records = new SerializableString[8][];

    private int depth;

    JacksonValueWriter(
            JsonGenerator out, JacksonFormat format, HandleExchange exchange, FieldNames names, int maxDepth) {
        this.out = out;
        this.format = format;
        this.exchange = exchange;
        this.names = names;
        this.maxDepth = maxDepth;
    }

    @Override
    public void nothing() {
        try {
            out.writeNull();
        } catch (IOException e) {
            throw failed(e);
        }
    }

    @Override
    public void bool(boolean value) {
        try {
            out.writeBoolean(value);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    @Override
    public void integer(long value) {
        try {
            out.writeNumber(value);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    @Override
    public void real(double value) {
        try {
            out.writeNumber(value); // JSON: quoted if it is not finite
        } catch (IOException e) {
            throw failed(e);
        }
    }

    @Override
    public void text(String value) {
        Utf8.check(value);
        try {
            out.writeString(value);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    @Override
    public void bytes(byte[] value) {
        try {
            out.writeBinary(value); // JSON: Base64
        } catch (IOException e) {
            throw failed(e);
        }
    }

    @Override
    public void beginList(int size) {
        enter(NO_RECORD);
        try {
            out.writeStartArray(null, size);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    @Override
    public void endList() {
        depth--;
        try {
            out.writeEndArray();
        } catch (IOException e) {
            throw failed(e);
        }
    }

    @Override
    public void beginMap(int size) {
        enter(NO_RECORD);
        startObject(size);
    }

    @Override
    public void key(String key) {
        Utf8.check(key);
        try {
            out.writeFieldName(FieldNames.escape(key));
        } catch (IOException e) {
            throw failed(e);
        }
    }

    @Override
    public void endMap() {
        endObject();
    }

    @Override
    public void beginRecord(String type, List<String> fields, boolean named) {
        enter(names.of(fields));
        startObject(named ? fields.size() + 1 : fields.size());
        if (named) {
            type(type);
        }
    }

    @Override
    public void field(int index) {
        try {
            out.writeFieldName(records[depth - 1][index]);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    @Override
    public void endRecord() {
        endObject();
    }

    @Override
    public void beginTyped(String type) {
        enter(NO_RECORD);
        startObject(2);
        type(type);
        try {
            out.writeFieldName(FieldNames.VALUE);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    @Override
    public void endTyped() {
        endObject();
    }

    @Override
    public void handle(Handle handle) {
        startObject(1);
        try {
            out.writeNumberField(FieldNames.of(handle.kind()), handle.id());
            out.writeEndObject();
        } catch (IOException e) {
            throw failed(e);
        }
    }

    @Override
    public boolean isTextual() {
        return format.isTextual();
    }

    @Override
    public HandleExchange exchange() {
        return exchange;
    }

    private void enter(SerializableString[] record) {
        if (depth >= maxDepth) {
            throw tooDeep(maxDepth);
        }
        if (depth == records.length) {
            records = Arrays.copyOf(records, 2 * depth);
        }
        records[depth++] = record;
    }

    static WireException tooDeep(int maxDepth) {
        return new WireException(
                "nesting must be at most " + maxDepth + " deep, is there a cycle?: depth=" + (maxDepth + 1));
    }

    private void startObject(int size) {
        try {
            out.writeStartObject(null, size);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private void endObject() {
        depth--;
        try {
            out.writeEndObject();
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private void type(String type) {
        try {
            out.writeStringField(FieldNames.TYPE, type);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private static WireException failed(IOException e) {
        return JsonProblems.wire("a value must be encodable", e);
    }
}
