// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import io.troupe.remoting.value.WireException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads a stretch of an array of bytes, or of a frame that came in pieces, and never beyond its end. One thread. Counterpart of
 * {@link Output}.
 */
final class Input {
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final byte[] NOTHING = {};

    /** Of a frame in pieces its present chunk. */
    private byte[] bytes = NOTHING;

    private int at;
    private int end;

    /** Null unless the frame came in pieces. */
    private @Nullable ChunkedBytes chunks;

    /** Where the present chunk and the stretch end, in the frame that came in pieces. */
    private int chunkEnd;

    private int stretchEnd;

    /** An empty one. */
    Input() {}

    /** Reads from another stretch. */
    Input over(byte[] array, int from, int to) {
        bytes = array;
        at = from;
        end = to;
        chunks = null;
        chunkEnd = 0;
        stretchEnd = 0;
        return this;
    }

    /** Reads from a stretch of a frame that came in pieces. What has been passed is given up. */
    Input over(ChunkedBytes frame, int from, int to) {
        over(NOTHING, 0, 0);
        chunks = frame;
        chunkEnd = from;
        stretchEnd = to;
        if (from < to) {
            nextChunk(frame);
        }
        return this;
    }

    private void nextChunk(ChunkedBytes frame) {
        bytes = frame.chunk(chunkEnd, true);
        at = frame.within(chunkEnd);
        int newEnd = frame.endOfChunk(chunkEnd, stretchEnd);
        end = at + newEnd - chunkEnd;
        chunkEnd = newEnd;
    }

    /** Lets another one read the next bytes, and passes over them. */
    void section(Input section, int length) {
        int from = position();
        ChunkedBytes frame = chunks;
        if (frame == null) {
            section.over(bytes, from, from + length);
        } else {
            section.over(frame, from, from + length);
        }
    }

    /** Bytes left. */
    int left() {
        return end - at + stretchEnd - chunkEnd;
    }

    /** Where it reads next: in the array, or in the frame that came in pieces. */
    int position() {
        return chunks == null ? at : chunkEnd - (end - at);
    }

    /** Where the stretch ends, there. */
    int end() {
        return chunks == null ? end : stretchEnd;
    }

    /** The array; of a frame that came in pieces not more than a chunk. */
    byte[] array() {
        return bytes;
    }

    /** One byte without sign. */
    int u8() {
        need();
        return bytes[at++] & 0xFF;
    }

    /** The next byte without sign, which stays the next. */
    int peek() {
        need();
        return bytes[at] & 0xFF;
    }

    /** Four bytes. */
    int i32() {
        if (end - at < 4) {
            return (int) joined(4);
        }
        int value = (int) INTS.get(bytes, at);
        at += 4;
        return value;
    }

    /** Eight bytes. */
    long i64() {
        if (end - at < 8) {
            return joined(8);
        }
        long value = (long) LONGS.get(bytes, at);
        at += 8;
        return value;
    }

    /** A number that begins in one chunk and ends in the next one. */
    private long joined(int length) {
        check(length);
        long value = 0;
        for (int i = 0; i < length; i++) {
            value = value << 8 | u8();
        }
        return value;
    }

    /** See {@link Output#varint}. */
    long varint() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int next = u8();
            value |= (long) (next & 0x7F) << shift;
            if (next < 0x80) {
                return value;
            }
        }
        throw new WireException("a number must not be longer than 10 bytes: position=" + at);
    }

    /**
     * A length or count that cannot be true if it is more than the bytes left, as each element takes at least one.
     *
     * @return from 0 to {@link #left}
     */
    int count() {
        long value = varint();
        if (value < 0 || value > left()) {
            throw new WireException("a declared length must fit into the frame: length=" + Long.toUnsignedString(value)
                    + ", bytesLeft=" + left());
        }
        return (int) value;
    }

    /** Some bytes, copied. */
    byte[] raw(int length) {
        check(length);
        if (length <= end - at) {
            at += length;
            return Arrays.copyOfRange(bytes, at - length, at);
        }
        byte[] copy = new byte[length];
        int copied = 0;
        while (copied < length) {
            need();
            int count = Math.min(length - copied, end - at);
            System.arraycopy(bytes, at, copy, copied, count);
            at += count;
            copied += count;
        }
        return copy;
    }

    /** Some bytes as a text. */
    String utf8(int length) {
        if (length < 0 || length > end - at) {
            return new String(raw(length), StandardCharsets.UTF_8);
        }
        at += length;
        return new String(bytes, at - length, length, StandardCharsets.UTF_8);
    }

    /** Passes over some bytes. */
    void skip(int length) {
        check(length);
        ChunkedBytes frame = chunks;
        if (frame == null || length <= end - at) {
            at += length;
        } else {
            over(frame, position() + length, stretchEnd);
        }
    }

    /** Sees to it that the next byte is in the array. */
    private void need() {
        if (at >= end) {
            check(1);
            nextChunk(Objects.requireNonNull(chunks, "chunks"));
        }
    }

    private void check(int length) {
        if (length < 0 || left() < length) {
            throw new WireException(
                    "a frame must not end in the middle of a value: needed=" + length + ", bytesLeft=" + left());
        }
    }
}
