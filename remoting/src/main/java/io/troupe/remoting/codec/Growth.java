// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import io.troupe.remoting.value.WireException;

/**
 * How much memory the values of a frame take, counted while they are read: an object of many fields may be a byte in the frame.
 * One thread.
 */
final class Growth {
    /** Bytes of an object without fields, about; of a list, which is one. */
    private static final int OBJECT = 16;

    /** Bytes of an element of a list. */
    private static final int REFERENCE = 4;

    /** Bytes of an entry of a map. */
    private static final int ENTRY = 40;

    /** Values may take as many times the bytes of their frame. Lists of small objects come near to it. */
    private static final int MOST_TIMES = 24;

    /** What the values of every frame may take. */
    private static final long ALWAYS = 1 << 20;

    private long most;
    private long taken;

    /** Nothing is read yet. */
    Growth() {}

    /**
     * Begins with other values.
     *
     * @param bytes that hold them
     */
    void begin(int bytes) {
        most = Math.max(ALWAYS, (long) MOST_TIMES * bytes);
        taken = 0;
    }

    /**
     * Something takes memory.
     *
     * @param bytes about as many
     * @throws WireException if all together take too many
     */
    void takes(int bytes) {
        taken += bytes;
        if (taken > most) {
            throw new WireException("the values of a frame must not take more memory than " + MOST_TIMES
                    + " times its bytes and " + ALWAYS + " bytes: most=" + most);
        }
    }

    /** A list or map begins. */
    void collection() {
        takes(OBJECT);
    }

    /** A list goes on. */
    void element() {
        takes(REFERENCE);
    }

    /** A map goes on. */
    void entry() {
        takes(ENTRY);
    }

    /** Bytes so far, beside those of texts and arrays, which are about those of the frame. */
    int taken() {
        return (int) Math.min(Integer.MAX_VALUE, taken);
    }
}
