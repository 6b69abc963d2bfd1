// SPDX-License-Identifier: Apache-2.0
package io.troupe.simulation.disk;

import java.util.Arrays;

/** Bytes that grow; a gap is filled with zeros. */
final class FileBytes {
    private byte[] bytes = {};
    private int size;

    int size() {
        return size;
    }

    void write(int at, byte[] piece, int length) {
        int end = Math.addExact(at, length);
        if (end > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.max(end, Math.min(2L * bytes.length, Integer.MAX_VALUE - 8)));
        }
        System.arraycopy(piece, 0, bytes, at, length);
        size = Math.max(size, end);
    }

    void truncate(int newSize) {
        if (newSize < size) {
            Arrays.fill(bytes, newSize, size, (byte) 0);
            size = newSize;
        }
    }

    byte[] read(int at, int length) {
        int begin = Math.min(at, size);
        return Arrays.copyOfRange(bytes, begin, (int) Math.min(size, (long) begin + length));
    }

    FileBytes copy() {
        FileBytes copy = new FileBytes();
        copy.bytes = Arrays.copyOf(bytes, size);
        copy.size = size;
        return copy;
    }
}
