// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import io.troupe.remoting.value.WireException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Reads a stretch of an array of bytes and never beyond its end. One thread. Counterpart of {@link Output}. */
final class Input {
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final byte[] NOTHING = {};

    private byte[] bytes = NOTHING;
    private int at;
    private int end;

    /** An empty one. */
    Input() {}

    /** Reads from another stretch. */
    Input over(byte[] array, int from, int to) {
        bytes = array;
        at = from;
        end = to;
        return this;
    }

    /** Bytes left. */
    int left() {
        return end - at;
    }

    /** Where it reads next, in the array. */
    int position() {
        return at;
    }

    /** Where the stretch ends, in the array. */
    int end() {
        return end;
    }

    /** Reads on from elsewhere in the stretch. */
    void position(int newPosition) {
        at = newPosition;
    }

    /** The array. */
    byte[] array() {
        return bytes;
    }

    /** One byte without sign. */
    int u8() {
        need(1);
        return bytes[at++] & 0xFF;
    }

    /** The next byte without sign, which stays the next. */
    int peek() {
        need(1);
        return bytes[at] & 0xFF;
    }

    /** Four bytes. */
    int i32() {
        need(4);
        int value = (int) INTS.get(bytes, at);
        at += 4;
        return value;
    }

    /** Eight bytes. */
    long i64() {
        need(8);
        long value = (long) LONGS.get(bytes, at);
        at += 8;
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
        need(length);
        byte[] copy = Arrays.copyOfRange(bytes, at, at + length);
        at += length;
        return copy;
    }

    /** Passes over some bytes. */
    void skip(int length) {
        need(length);
        at += length;
    }

    private void need(int length) {
        if (length < 0 || end - at < length) {
            throw new WireException(
                    "a frame must not end in the middle of a value: needed=" + length + ", bytesLeft=" + (end - at));
        }
    }
}
