// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.message;

import org.jctools.queues.varhandle.MpscVarHandleArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * Blocks of one size that one thread takes. What it releases itself lies on a stack, what others release comes back
 * through a queue; both are bounded, what is too much goes to the shared shelf. When the thread has died nobody but its
 * blocks in use knows the shelf: all of it is garbage then.
 */
final class ThreadShelf implements Shelf {
    private static final int MOST_BYTES = 1024 * 1024;
    private static final int MOST = 256;
    private static final int FEWEST = 2;

    private final Thread owner;
    private final SharedShelf shared;
    private final @Nullable Block[] stack;
    private int height;
    private final MpscVarHandleArrayQueue<Block> returned;

    ThreadShelf(Thread owner, SharedShelf shared) {
        this.owner = owner;
        this.shared = shared;
        int most = Math.min(MOST, Math.max(FEWEST, MOST_BYTES / shared.capacity()));
        this.stack = new Block[most];
        this.returned = new MpscVarHandleArrayQueue<>(most);
    }

    /** A block for the owner, which calls this. */
    Block take() {
        if (height > 0) {
            Block block = stack[--height];
            stack[height] = null;
            if (block != null) {
                return block;
            }
        }
        Block back = returned.poll();
        return back != null ? back : shared.take(this);
    }

    @Override
    public void put(Block block) {
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
