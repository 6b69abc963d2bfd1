// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.encodings;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;

/** Bytes to write to and to read from without a copy, so that peers pay for no more than Troupe does. One thread. */
final class ScratchBuffer extends ByteArrayOutputStream {
    private static final int CAPACITY = 1 << 16;

    ScratchBuffer() {
        super(CAPACITY);
    }

    /** The array, of which the first {@link #size} bytes count. */
    byte[] array() {
        return buf;
    }

    InputStream input() {
        return new ByteArrayInputStream(buf, 0, count);
    }
}
