// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.message;

import org.jctools.queues.varhandle.MpmcVarHandleArrayQueue;

/**
 * Blocks of one size for all threads: for virtual threads, of which there are too many to have something of their own, and
 * for what finds no room on the caches of the others.
 */
final class SharedBlockCache implements BlockCache {
    private static final int MOST_BYTES = 8 * 1024 * 1024;
    private static final int MOST = 1024;
    private static final int FEWEST = 8;

    private final int capacity;
    private final MpmcVarHandleArrayQueue<MessageBlock> blocks;

    SharedBlockCache(int capacity) {
        this.capacity = capacity;
        this.blocks = new MpmcVarHandleArrayQueue<>(Math.min(MOST, Math.max(FEWEST, MOST_BYTES / capacity)));
    }

    /** Bytes in each of its blocks. */
    int capacity() {
        return capacity;
    }

    /** A block from here, else a new one, that will go to the given cache. Any thread. */
    MessageBlock take(BlockCache home) {
        MessageBlock block = blocks.poll();
        return block == null ? new MessageBlock(MessagePool.memory(capacity), home) : block.at(home);
    }

    /** Drops what is here now. Any thread. */
    void drop() {
        for (int left = blocks.capacity(); left > 0 && blocks.poll() != null; left--) {
            // it is garbage
        }
    }

    /** Blocks that wait here. Any thread; racy. */
    int size() {
        return blocks.size();
    }

    @Override
    public void put(MessageBlock block) {
        blocks.offer(block);
    }
}
