// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.message;

import org.jctools.queues.varhandle.MpscVarHandleArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * Messages of one size that one thread takes. What it releases itself lies on a stack, what others release comes back
 * through a queue; both are bounded, what is too much goes to the shared shelf. When the thread has died nobody but its
 * messages in use knows the shelf: all of it is garbage then.
 */
final class ThreadShelf implements Shelf {
    private static final int MOST_BYTES = 1024 * 1024;
    private static final int MOST = 256;
    private static final int FEWEST = 2;

    private final Thread owner;
    private final SharedShelf shared;
    private final @Nullable Message[] stack;
    private int height;
    private final MpscVarHandleArrayQueue<Message> returned;

    ThreadShelf(Thread owner, SharedShelf shared) {
        this.owner = owner;
        this.shared = shared;
        int most = Math.min(MOST, Math.max(FEWEST, MOST_BYTES / shared.capacity()));
        this.stack = new Message[most];
        this.returned = new MpscVarHandleArrayQueue<>(most);
    }

    /** A message for the owner, which calls this. */
    Message take() {
        if (height > 0) {
            Message message = stack[--height];
            stack[height] = null;
            if (message != null) {
                return message;
            }
        }
        Message back = returned.poll();
        return back != null ? back : shared.take(this);
    }

    @Override
    public void put(Message message) {
        if (Thread.currentThread() != owner) {
            if (!returned.offer(message)) {
                shared.put(message);
            }
        } else if (height < stack.length) {
            stack[height++] = message;
        } else {
            shared.put(message);
        }
    }
}
