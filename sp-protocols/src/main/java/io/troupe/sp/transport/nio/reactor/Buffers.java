// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio.reactor;

import java.nio.ByteBuffer;
import java.util.Queue;
import org.jctools.queues.varhandle.MpmcVarHandleArrayQueue;

/** Direct buffers for reading and writing, lent for as long as bytes are in them, so that idle pipes hold none. Thread-safe. */
public final class Buffers {
    /** Bytes in each. */
    public static final int SIZE = 128 * 1024;

    private static final int MOST_KEPT = 64;

    private final Queue<ByteBuffer> free = new MpmcVarHandleArrayQueue<>(MOST_KEPT);

    /** None are made before they are needed. */
    public Buffers() {}

    /** An empty one. */
    public ByteBuffer take() {
        ByteBuffer buffer = free.poll();
        return buffer == null ? ByteBuffer.allocateDirect(SIZE) : buffer.clear();
    }

    /** Gives one back. */
    public void give(ByteBuffer buffer) {
        free.offer(buffer); // a surplus one goes to the garbage collector
    }
}
