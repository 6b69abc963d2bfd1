// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.message;

import org.jctools.queues.varhandle.MpmcVarHandleArrayQueue;

/**
 * Messages of one size for all threads: for virtual threads, of which there are too many to have something of their own, and
 * for what finds no room on the shelves of the others.
 */
final class SharedShelf implements Shelf {
    private static final int MOST_BYTES = 8 * 1024 * 1024;
    private static final int MOST = 1024;
    private static final int FEWEST = 8;

    private final int capacity;
    private final MpmcVarHandleArrayQueue<Message> messages;

    SharedShelf(int capacity) {
        this.capacity = capacity;
        this.messages = new MpmcVarHandleArrayQueue<>(Math.min(MOST, Math.max(FEWEST, MOST_BYTES / capacity)));
    }

    /** Bytes in each of its messages. */
    int capacity() {
        return capacity;
    }

    /** A message from here, else a new one, that will go to the given shelf. Any thread. */
    Message take(Shelf home) {
        Message message = messages.poll();
        if (message == null) {
            message = new Message(MessagePool.memory(capacity), null, null);
        }
        return message.at(home);
    }

    @Override
    public void put(Message message) {
        messages.offer(message);
    }
}
