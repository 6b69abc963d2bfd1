// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.message;

import java.nio.ByteBuffer;

/** Memory for messages, kept by size. */
final class MessagePool {
    /** From here on bodies lie outside the heap, where the system reads them without a copy. */
    static final int DIRECT = 16 * 1024;

    private MessagePool() {}

    static Message take(int size) {
        ByteBuffer memory = size < DIRECT ? ByteBuffer.allocate(size) : ByteBuffer.allocateDirect(size);
        return new Message(memory, null, null);
    }
}
