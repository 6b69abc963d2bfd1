// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import io.troupe.remoting.value.Handle;
import io.troupe.remoting.value.Handle.HandleKind;
import io.troupe.remoting.value.HandleExchange;
import io.troupe.remoting.value.ValueKind;
import io.troupe.remoting.value.ValueReader;
import io.troupe.remoting.value.WireException;
import org.jspecify.annotations.Nullable;

/** Reads tagged values. One per decoder, used for one payload after the other. */
final class BinaryReader implements ValueReader {
    private static final HandleKind[] HANDLES = HandleKind.values();

    private final HandleExchange exchange;
    private final KnownNames names;
    private final int maxDepth;
    private final Input in = new Input();
    private final Growth growth = new Growth();
    /** Values that have not been begun yet, of each list, map and record that is open. */
    private final int[] left;
    /** What the records that are open look like. */
    private final @Nullable RecordLayout[] layouts;

    private int depth;

    BinaryReader(HandleExchange exchange, KnownNames names, int maxDepth) {
        this.exchange = exchange;
        this.names = names;
        this.maxDepth = maxDepth;
        left = new int[maxDepth + 1];
        layouts = new @Nullable RecordLayout[maxDepth + 1];
    }

    /** Reads from another stretch. */
    void over(byte[] bytes, int from, int to) {
        in.over(bytes, from, to);
        begin(to - from);
    }

    /** Reads from a stretch of a frame that came in pieces, for the last time. */
    void over(ChunkedBytes frame, int from, int to) {
        in.over(frame, from, to);
        begin(to - from);
    }

    private void begin(int size) {
        growth.begin(size);
        depth = 0;
    }

    int count() {
        return in.count();
    }

    private void down(int count) {
        if (depth == maxDepth) {
            throw new WireException("nesting must be at most " + maxDepth + " deep, is there a cycle?");
        }
        left[++depth] = count;
    }

    private WireException mismatch(String what, int tag) {
        return new WireException("a value must be " + what + ": found=" + BinaryTags.kind(tag));
    }

    @Override
    public ValueKind peek() {
        return BinaryTags.kind(in.peek());
    }

    @Override
    public void nothing() {
        int tag = in.u8();
        if (tag != BinaryTags.NULL) {
            throw mismatch("null", tag);
        }
    }

    @Override
    public boolean bool() {
        int tag = in.u8();
        if (tag != BinaryTags.TRUE && tag != BinaryTags.FALSE) {
            throw mismatch("true or false", tag);
        }
        return tag == BinaryTags.TRUE;
    }

    @Override
    public long integer() {
        return integer(in.u8(), "a whole number");
    }

    private long integer(int tag, String what) {
        if ((byte) tag >= BinaryTags.MIN_SMALL) {
            return (byte) tag;
        }
        if (tag != BinaryTags.POSITIVE && tag != BinaryTags.NEGATIVE) {
            throw mismatch(what, tag);
        }
        long value = in.varint();
        if (value < 0) {
            throw new WireException("a whole number must fit into 64 bits: magnitude=" + Long.toUnsignedString(value));
        }
        return tag == BinaryTags.POSITIVE ? value : ~value;
    }

    @Override
    public double real() {
        int tag = in.u8();
        if (tag == BinaryTags.DOUBLE) {
            return Double.longBitsToDouble(in.i64());
        }
        return tag == BinaryTags.FLOAT ? Float.intBitsToFloat(in.i32()) : integer(tag, "a number");
    }

    @Override
    public String text() {
        int tag = in.u8();
        if (tag >= BinaryTags.SHORT_TEXT && tag < BinaryTags.SHORT_RECORD) {
            return Utf8.read(in, tag - BinaryTags.SHORT_TEXT);
        }
        if (tag != BinaryTags.TEXT) {
            throw mismatch("a text", tag);
        }
        return Utf8.read(in);
    }

    @Override
    public byte[] bytes() {
        int tag = in.u8();
        if (tag != BinaryTags.BYTES) {
            throw mismatch("bytes", tag);
        }
        return in.raw(in.count());
    }

    @Override
    public void beginList() {
        int tag = in.u8();
        if (BinaryTags.kind(tag) != ValueKind.LIST) {
            throw mismatch("a list", tag);
        }
        growth.collection();
        down(listSize(tag));
    }

    private int listSize(int tag) {
        return tag == BinaryTags.LIST ? in.count() : tag - BinaryTags.SHORT_LIST;
    }

    @Override
    public boolean more() {
        if (left[depth] == 0) {
            depth--;
            return false;
        }
        left[depth]--;
        growth.element();
        return true;
    }

    @Override
    public void beginMap() {
        int tag = in.u8();
        if (tag != BinaryTags.MAP) {
            throw mismatch("a map", tag);
        }
        growth.collection();
        down(in.count());
    }

    @Override
    public @Nullable String nextKey() {
        if (!more()) {
            return null;
        }
        growth.entry();
        return text();
    }

    @Override
    public String beginRecord() {
        int tag = in.u8();
        if (BinaryTags.kind(tag) != ValueKind.RECORD) {
            throw mismatch("a record", tag);
        }
        RecordLayout layout = layout(tag);
        down(layout.components().length);
        layouts[depth] = layout;
        return layout.type();
    }

    /** Whether the next value, a record, says its type for those who cannot know it. */
    boolean isNamed() {
        return in.peek() == BinaryTags.NAMED_RECORD;
    }

    private RecordLayout layout(int tag) {
        if (tag < BinaryTags.SHORT_LIST) {
            return names.layout(tag - BinaryTags.SHORT_RECORD + 1);
        }
        long number = in.varint();
        return number == 0 ? names.layout(in) : names.layout(number);
    }

    @Override
    @SuppressWarnings("NullAway") // set by beginRecord
    public @Nullable String nextField() {
        String[] components = layouts[depth].components();
        int rest = left[depth];
        if (rest == 0) {
            depth--;
            return null;
        }
        left[depth] = rest - 1;
        return components[components.length - rest];
    }

    @Override
    public String beginTyped() {
        int tag = in.u8();
        if (tag != BinaryTags.TYPED) {
            throw mismatch("a value with the name of its type", tag);
        }
        down(1);
        return names.name(in);
    }

    @Override
    public void endTyped() {
        depth--;
    }

    @Override
    public Handle handle() {
        int tag = in.u8();
        if (tag != BinaryTags.HANDLE) {
            throw mismatch("a reference, promise or callback", tag);
        }
        int kind = in.u8();
        if (kind >= HANDLES.length) {
            throw new WireException("a handle must be of a known kind: kind=" + kind);
        }
        return new Handle(HANDLES[kind], in.varint());
    }

    // without recursion: what is passed over may nest as deep as it likes
    @Override
    public void skip() {
        long open = 1;
        while (open > 0) {
            open--;
            int tag = in.u8();
            switch (BinaryTags.kind(tag)) {
                case LIST -> open += listSize(tag);
                case MAP -> open += 2L * in.count();
                case RECORD -> open += layout(tag).components().length;
                case TYPED -> {
                    names.name(in);
                    open++;
                }
                default -> skipPlain(tag);
            }
        }
    }

    private void skipPlain(int tag) {
        switch (tag) {
            case BinaryTags.POSITIVE, BinaryTags.NEGATIVE -> in.varint();
            case BinaryTags.DOUBLE -> in.skip(8);
            case BinaryTags.FLOAT -> in.skip(4);
            case BinaryTags.TEXT, BinaryTags.BYTES -> in.skip(in.count());
            case BinaryTags.HANDLE -> {
                in.u8();
                in.varint();
            }
            default -> {
                if (tag >= BinaryTags.SHORT_TEXT && tag < BinaryTags.SHORT_RECORD) {
                    in.skip(tag - BinaryTags.SHORT_TEXT);
                }
            }
        }
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
    public HandleExchange exchange() {
        return exchange;
    }
}
