// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.message;

import org.jctools.queues.varhandle.MpscVarHandleArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * Blocks of one size that one thread takes. What it releases itself lies on a stack, what others release comes back
 * through a queue; both are bounded, what is too much goes to the shared cache. When the thread has died nobody but its
 * blocks in use knows the cache: all of it is garbage then.
 */
final class ThreadBlockCache implements BlockCache {
    private static final int MOST_BYTES = 1024 * 1024;
    private static final int MOST = 256;
    private static final int FEWEST = 2;

    private final Thread owner;
    private final SharedBlockCache shared;
    private final @Nullable MessageBlock[] stack;
    private int height;
    private final MpscVarHandleArrayQueue<MessageBlock> returned;

    ThreadBlockCache(Thread owner, SharedBlockCache shared) {
        this.owner = owner;
        this.shared = shared;
        int most = Math.min(MOST, Math.max(FEWEST, MOST_BYTES / shared.capacity()));
        this.stack = new MessageBlock[most];
        this.returned = new MpscVarHandleArrayQueue<>(most);
    }

    /** A block for the owner, which calls this. */
    MessageBlock take() {
        if (height > 0) {
            MessageBlock block = stack[--height];
            stack[height] = null;
            if (block != null) {
                return block;
            }
        }
        MessageBlock back = returned.poll();
        return back != null ? back : shared.take(this);
    }

    @Override
    public void put(MessageBlock block) {
        if (Thread.currentThread() != owner) {
            if (!returned.offer(block)) {
                shared.put(block);
            }
        } else if (height < stack.length) {
            stack[height++] = block;
        } else {
            shared.put(block);
        }
    }
}
