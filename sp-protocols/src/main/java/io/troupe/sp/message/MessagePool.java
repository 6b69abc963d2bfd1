// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.message;

import io.troupe.dispatch.mailbox.MemoryBudget;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Blocks for messages, kept by size: powers of two from 64 bytes to 1 MiB. Larger ones are made and forgotten. Each platform
 * thread has caches of its own, virtual threads share some. What is kept is bounded: per size and thread by 1 MiB, or two
 * blocks, on the stack and as much in the queue; per size by 8 MiB on the shared cache, which is emptied when a budget of
 * memory gets short.
 */
final class MessagePool {
    /** From this capacity on bodies lie outside the heap, where the system reads them without a copy. */
    static final int DIRECT = 16 * 1024;

    /** The largest body that is kept, in bytes. */
    static final int LARGEST = 1024 * 1024;

    private static final int SMALLEST_BITS = 6;
    private static final int SIZES = index(LARGEST) + 1;
    private static final SharedBlockCache[] SHARED = new SharedBlockCache[SIZES];
    private static final ThreadLocal<@Nullable ThreadBlockCache[]> OWN =
            ThreadLocal.withInitial(() -> new ThreadBlockCache[SIZES]);
    private static final MethodHandle IS_VIRTUAL = isVirtual();

    static {
        for (int i = 0; i < SIZES; i++) {
            SHARED[i] = new SharedBlockCache(1 << (SMALLEST_BITS + i));
        }
        MemoryBudget.whenHigh(MessagePool::dropShared);
    }

    private MessagePool() {}

    /** A block with a body of this size and any content. */
    static MessageBlock take(int size) {
        if (size > LARGEST) {
            return new MessageBlock(memory(size), null);
        }
        SharedBlockCache shared = SHARED[index(size)];
        Thread thread = Thread.currentThread();
        MessageBlock block =
                isVirtual(thread) ? shared.take(shared) : own(thread, shared).take();
        return block.renew(size);
    }

    private static ThreadBlockCache own(Thread thread, SharedBlockCache shared) {
        @Nullable ThreadBlockCache[] caches = OWN.get();
        int index = index(shared.capacity());
        ThreadBlockCache cache = caches[index];
        if (cache == null) {
            cache = new ThreadBlockCache(thread, shared);
            caches[index] = cache;
        }
        return cache;
    }

    /** Blocks for bodies of this size that are kept for all threads. Any thread; racy. */
    static int shared(int size) {
        return SHARED[index(size)].size();
    }

    /** Leaves the blocks that are kept for all threads to the garbage collector. Any thread. */
    static void dropShared() {
        for (SharedBlockCache cache : SHARED) {
            cache.drop();
        }
    }

    /** Which of the sizes is the smallest that is not smaller. */
    static int index(int size) {
        return Math.max(0, Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(size, 1) - 1) - SMALLEST_BITS);
    }

    static ByteBuffer memory(int capacity) {
        return capacity < DIRECT ? ByteBuffer.allocate(capacity) : ByteBuffer.allocateDirect(capacity);
    }

    private static boolean isVirtual(Thread thread) {
        try {
            return (boolean) IS_VIRTUAL.invokeExact(thread);
        } catch (Throwable e) {
            throw new IllegalStateException("a thread knows whether it is virtual: thread=" + thread, e);
        }
    }

    /** {@code Thread.isVirtual}, which Java 17 has not: false there. */
    private static MethodHandle isVirtual() {
        try {
            return MethodHandles.publicLookup()
                    .findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
        } catch (ReflectiveOperationException e) {
            return MethodHandles.dropArguments(MethodHandles.constant(boolean.class, false), 0, Thread.class);
        }
    }
}
