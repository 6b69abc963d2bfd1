// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import io.troupe.remoting.link.FrameLimits;
import io.troupe.remoting.value.Handle;
import io.troupe.remoting.value.HandleExchange;
import io.troupe.remoting.value.ValueWriter;
import io.troupe.remoting.value.WireException;
import java.util.List;

/** Writes tagged values. One per encoder, used for one frame after the other. */
final class BinaryWriter implements ValueWriter {
    private final HandleExchange exchange;
    private final SentNames names;
    private final int maxDepth;
    private int maxFrameBytes;
    private Output out = new Output(0);
    private int start;
    private int depth;

    BinaryWriter(HandleExchange exchange, SentNames names, FrameLimits limits) {
        this.exchange = exchange;
        this.names = names;
        this.maxDepth = limits.maxDepth();
        this.maxFrameBytes = limits.maxFrameBytes();
    }

    /** Keeps to another limit. */
    void maxFrameBytes(int bytes) {
        maxFrameBytes = bytes;
    }

    /** Writes values of a frame that begins at this position of the output. */
    void begin(Output newOut, int newStart) {
        out = newOut;
        start = newStart;
        depth = 0;
    }

    /** Fails early, before what is too large has been written in full. */
    private void room(int more) {
        if ((long) out.size() - start + more > maxFrameBytes) {
            throw tooLarge(maxFrameBytes, (long) out.size() - start + more);
        }
    }

    static WireException tooLarge(int maxFrameBytes, long size) {
        return new WireException(
                "a frame must not be larger than " + maxFrameBytes + " bytes: bytes=" + size + " or more");
    }

    private void down() {
        if (++depth > maxDepth) {
            throw new WireException("nesting must be at most " + maxDepth + " deep, is there a cycle?");
        }
    }

    @Override
    public void nothing() {
        room(1);
        out.u8(BinaryTags.NULL);
    }

    @Override
    public void bool(boolean value) {
        room(1);
        out.u8(value ? BinaryTags.TRUE : BinaryTags.FALSE);
    }

    @Override
    public void integer(long value) {
        room(1);
        if (value >= BinaryTags.MIN_SMALL && value <= BinaryTags.MAX_SMALL) {
            out.u8((int) value);
        } else if (value >= 0) {
            out.u8(BinaryTags.POSITIVE);
            out.varint(value);
        } else {
            out.u8(BinaryTags.NEGATIVE);
            out.varint(~value);
        }
    }

    @Override
    public void real(double value) {
        room(1);
        float narrow = (float) value;
        if (Double.doubleToRawLongBits(narrow) == Double.doubleToRawLongBits(value)) {
            out.u8(BinaryTags.FLOAT);
            out.i32(Float.floatToRawIntBits(narrow));
        } else {
            out.u8(BinaryTags.DOUBLE);
            out.i64(Double.doubleToRawLongBits(value));
        }
    }

    @Override
    public void text(String value) {
        int length = value.length();
        room(length);
        if (length < BinaryTags.SHORT_RECORD - BinaryTags.SHORT_TEXT) {
            int before = out.size();
            out.u8(BinaryTags.SHORT_TEXT + length);
            if (Utf8.ascii(value, out)) {
                return;
            }
            out.truncate(before);
        }
        out.u8(BinaryTags.TEXT);
        Utf8.writeValue(value, out);
    }

    @Override
    public void bytes(byte[] value) {
        room(value.length);
        out.u8(BinaryTags.BYTES);
        out.varint(value.length);
        out.raw(value, 0, value.length);
    }

    @Override
    public void beginList(int size) {
        down();
        room(size);
        if (size < BinaryTags.NULL - BinaryTags.SHORT_LIST) {
            out.u8(BinaryTags.SHORT_LIST + size);
        } else {
            out.u8(BinaryTags.LIST);
            out.varint(size);
        }
    }

    @Override
    public void endList() {
        depth--;
    }

    @Override
    public void beginMap(int size) {
        down();
        room(size);
        out.u8(BinaryTags.MAP);
        out.varint(size);
    }

    @Override
    public void key(String key) {
        text(key);
    }

    @Override
    public void endMap() {
        depth--;
    }

    @Override
    public void beginRecord(String type, List<String> fields, boolean named) {
        down();
        room(1);
        int layout = names.layout(type, fields);
        if (layout > 0 && layout <= BinaryTags.SHORT_LIST - BinaryTags.SHORT_RECORD && !named) {
            out.u8(BinaryTags.SHORT_RECORD + layout - 1);
            return;
        }
        out.u8(named ? BinaryTags.NAMED_RECORD : BinaryTags.RECORD);
        out.varint(layout);
        if (layout == 0) {
            names.name(type, out);
            out.varint(fields.size());
            for (String field : fields) {
                names.name(field, out);
            }
        }
    }

    @Override
    public void field(int index) {
        // the layout says it
    }

    @Override
    public void endRecord() {
        depth--;
    }

    @Override
    public void beginTyped(String type) {
        down();
        room(1);
        out.u8(BinaryTags.TYPED);
        names.name(type, out);
    }

    @Override
    public void endTyped() {
        depth--;
    }

    @Override
    @SuppressWarnings("EnumOrdinal") // the order is part of the wire format
    public void handle(Handle handle) {
        room(2);
        out.u8(BinaryTags.HANDLE);
        out.u8(handle.kind().ordinal());
        out.varint(handle.id());
    }

    @Override
    public boolean isTextual() {
        return false;
    }

    @Override
    public HandleExchange exchange() {
        return exchange;
    }
}
