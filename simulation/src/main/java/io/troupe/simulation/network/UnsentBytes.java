// SPDX-License-Identifier: Apache-2.0
package io.troupe.simulation.network;

import java.util.Arrays;

/** Bytes that were written and have not left the process: those before the mark of the last flush may leave. */
final class UnsentBytes {
    private byte[] bytes = new byte[256];
    private int from;
    private int flushed;
    private int to;

    void write(byte[] source, int begin, int end) {
        int length = end - begin;
        if (bytes.length - to < length) {
            int size = to - from;
            byte[] target = bytes.length >= 2L * (size + length) ? bytes : new byte[roomFor(size + length)];
            System.arraycopy(bytes, from, target, 0, size);
            bytes = target;
            flushed -= from;
            from = 0;
            to = size;
        }
        System.arraycopy(source, begin, bytes, to, length);
        to += length;
    }

    private static int roomFor(int size) {
        return Math.max(256, Math.toIntExact(Math.min(2L * size, Integer.MAX_VALUE - 8)));
    }

    void flush() {
        flushed = to;
    }

    /** Bytes that wait, flushed or not. */
    int size() {
        return to - from;
    }

    boolean mayLeave() {
        return from < flushed;
    }

    /** Takes the oldest bytes that may leave. */
    byte[] take(int most) {
        int end = Math.min(flushed, from + most);
        byte[] piece = Arrays.copyOfRange(bytes, from, end);
        from = end;
        if (from == to) {
            from = 0;
            flushed = 0;
            to = 0;
        }
        return piece;
    }

    void clear() {
        from = 0;
        flushed = 0;
        to = 0;
    }
}
