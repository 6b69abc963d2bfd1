// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** A growing array of bytes to write to. One thread. Numbers of fixed size are big-endian. */
public final class Output {
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    /** From here on arrays grow by a quarter at a time, not to twice their length. */
    private static final int GENTLY = 1 << 20;

    private byte[] bytes;
    private int size;

    /**
     * An empty one.
     *
     * @param capacity at first
     */
    public Output(int capacity) {
        bytes = new byte[Math.max(16, capacity)];
    }

    /** Bytes written. */
    public int size() {
        return size;
    }

    /** Forgets what was written from this position on. */
    public void truncate(int newSize) {
        size = newSize;
    }

    /** The array, of which the first {@link #size} bytes count; replaced when it grows. */
    public byte[] array() {
        return bytes;
    }

    /**
     * Hands over the array, with what was written, and begins with another one.
     *
     * @param capacity of the new one
     */
    public byte[] take(int capacity) {
        byte[] taken = bytes;
        bytes = new byte[Math.max(16, capacity)];
        size = 0;
        return taken;
    }

    /** A copy of what was written. */
    public byte[] copy() {
        return Arrays.copyOf(bytes, size);
    }

    /** Makes room, so that as many bytes can be written without a check. */
    public void reserve(int more) {
        if (bytes.length - size < more) {
            int grown = bytes.length + (bytes.length < GENTLY ? bytes.length : bytes.length / 4);
            bytes = Arrays.copyOf(bytes, Math.max(grown, Math.addExact(size, more)));
        }
    }

    /** Counts bytes as written that were put into the array behind the others, after {@link #reserve}. */
    public void advance(int count) {
        size += count;
    }

    /** One byte, the lowest of the number. */
    public void u8(int value) {
        reserve(1);
        bytes[size++] = (byte) value;
    }

    /** Four bytes. */
    public void i32(int value) {
        reserve(4);
        INTS.set(bytes, size, value);
        size += 4;
    }

    /** Writes four bytes at an earlier position. */
    public void i32At(int position, int value) {
        INTS.set(bytes, position, value);
    }

    /** Eight bytes. */
    public void i64(long value) {
        reserve(8);
        LONGS.set(bytes, size, value);
        size += 8;
    }

    /** Seven bits per byte, lowest first, 1 to 10 bytes (LEB128); the number counts as unsigned. */
    public void varint(long value) {
        reserve(10);
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
    }

    /** Some bytes as they are. */
    public void raw(byte[] source, int from, int length) {
        reserve(length);
        System.arraycopy(source, from, bytes, size, length);
        size += length;
    }
}
