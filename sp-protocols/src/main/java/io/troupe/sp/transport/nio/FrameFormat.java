// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio;

import java.nio.ByteBuffer;

/** What stands before each payload on a stream. Source: the SP RFCs {@code sp-tcp-mapping} and {@code sp-ipc-mapping}. */
enum FrameFormat {
    /** The length in 64 bits. */
    TCP(0),
    /** A byte that is always 1, then the length in 64 bits. */
    IPC(1);

    /** The only kind of message there is. */
    static final byte IPC_MESSAGE = 1;

    /** Bodies outside the heap from this size on are written from, and read to, where they are, in bytes. */
    static final int LARGE = 8 * 1024;

    private final int typeBytes;

    FrameFormat(int typeBytes) {
        this.typeBytes = typeBytes;
    }

    /** Bytes before the length. */
    int typeBytes() {
        return typeBytes;
    }

    /** Bytes before the payload. */
    int headerSize() {
        return typeBytes + Long.BYTES;
    }

    /** Writes what stands before a payload of this many bytes. */
    void encode(ByteBuffer out, long length) {
        if (typeBytes > 0) {
            out.put(IPC_MESSAGE);
        }
        out.putLong(length);
    }
}
