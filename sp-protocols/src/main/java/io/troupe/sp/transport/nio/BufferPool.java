// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio;

import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jctools.queues.varhandle.MpmcVarHandleArrayQueue;

/**
 * Direct buffers for reading and writing, lent for as long as bytes are in them, so that idle pipes hold none. Bytes that were
 * read and that nobody can take for now are {@linkplain #keep kept} in memory of their own size, but for some full buffers. So a
 * pipe that must wait costs no more than what it has sent, and however many wait, there are buffers for the others. Thread-safe.
 */
final class BufferPool {
    /** Bytes in each. */
    static final int SIZE = 128 * 1024;

    private static final int MOST_FREE = 64;
    /** So many full ones are kept. */
    private static final int MOST_KEPT = 64;

    private final Supplier<ByteBuffer> maker;
    private final Queue<ByteBuffer> free = new MpmcVarHandleArrayQueue<>(MOST_FREE);
    private final AtomicInteger kept = new AtomicInteger();

    /** None are made before they are needed. */
    BufferPool() {
        this(() -> ByteBuffer.allocateDirect(SIZE));
    }

    /**
     * Of a test.
     *
     * @param maker makes another buffer
     */
    BufferPool(Supplier<ByteBuffer> maker) {
        this.maker = maker;
    }

    /** An empty one. */
    ByteBuffer take() {
        ByteBuffer buffer = free.poll();
        return buffer == null ? maker.get() : buffer.clear();
    }

    /** Gives one back. */
    void give(ByteBuffer buffer) {
        free.offer(buffer); // a surplus one goes to the garbage collector
    }

    /**
     * For a buffer with bytes that must wait: from now on these are in what is returned, which is to be dropped, not given back.
     * The same buffer if it is half full and not too many are kept.
     */
    ByteBuffer keep(ByteBuffer buffer) {
        int size = buffer.remaining();
        if (size >= SIZE / 2) {
            if (kept.incrementAndGet() <= MOST_KEPT) {
                return buffer;
            }
            kept.decrementAndGet();
        }
        ByteBuffer copy = ByteBuffer.allocate(size).put(buffer).flip();
        give(buffer);
        return copy;
    }

    /** What was kept is needed no more. */
    void drop(ByteBuffer buffer) {
        if (buffer.isDirect()) {
            kept.decrementAndGet();
            give(buffer);
        }
    }
}
