// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio;

import io.troupe.sp.message.SpMessage;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jctools.queues.varhandle.MpscGrowableVarHandleArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * Messages that wait for a {@link PipeWriter}, limited in number, and in bytes but for the last message. Any threads offer, the
 * writer's holder polls.
 *
 * <p>Invariant: who is refused sets {@code full} and looks at the numbers again; who takes lowers the numbers and looks at
 * {@code full} afterwards. So a refusal is always followed by {@link #hasRoomAgain} at a poller, once it is half
 * empty; who asks again earlier may find room earlier. After {@link #close} no place can be reserved, so once it is empty then
 * it stays so; who was refused meanwhile may have made it look not empty, and sees that it is closed afterwards.
 */
final class PipeSendQueue {
    private static final long MOST_BYTES = 1 << 20;
    private static final int FIRST_SLOTS = 8;
    /** Added to the number of messages when it is closed: more than any limit. */
    private static final int CLOSED = 1 << 30;

    private final int limit;
    private final Queue<SpMessage> queue;
    private final AtomicInteger messages = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();
    private volatile boolean full;

    /** @param limit messages, 1 or more */
    PipeSendQueue(int limit) {
        this.limit = limit;
        this.queue = new MpscGrowableVarHandleArrayQueue<>(FIRST_SLOTS, Math.max(2 * FIRST_SLOTS, limit));
    }

    /**
     * Whether it refuses messages now. That is a refusal, too, so the mark must stand after the numbers were looked at: it may
     * have been taken away before, and the room that was told of may be filled again by then.
     */
    boolean isFull() {
        return full && (messages.get() >= limit || bytes.get() >= MOST_BYTES) && full;
    }

    /** Whether it holds nothing, and nobody is about to add something; the poller's answer is exact. */
    boolean isEmpty() {
        return size() == 0;
    }

    int size() {
        return messages.get() & ~CLOSED;
    }

    /** Takes nothing any more; who has reserved a place before still adds its message. The poller, once. */
    void close() {
        messages.addAndGet(CLOSED);
    }

    /** Adds a message; false when there is no room. */
    boolean offer(SpMessage message) {
        int size = message.wireSize();
        while (!reserve(size)) {
            full = true; // and stays so if the next try succeeds: others may have been refused too
            if (!isRoomy()) {
                return false;
            }
        }
        queue.add(message);
        return true;
    }

    private boolean reserve(int size) {
        if (messages.incrementAndGet() <= limit) {
            if (bytes.addAndGet(size) - size < MOST_BYTES) { // so there is room for any message where it is half empty
                return true;
            }
            bytes.addAndGet(-size);
        }
        messages.decrementAndGet();
        return false;
    }

    /** Takes the first; null: none. */
    @Nullable
    SpMessage poll() {
        if (isEmpty()) {
            return null;
        }
        SpMessage next = queue.poll();
        if (next != null) {
            bytes.addAndGet(-next.wireSize());
            messages.decrementAndGet();
        }
        return next;
    }

    /** Whether somebody was refused and there is room now; says so once. */
    boolean hasRoomAgain() {
        if (full && isRoomy()) {
            full = false;
            return true;
        }
        return false;
    }

    private boolean isRoomy() {
        return messages.get() <= limit / 2 && bytes.get() <= MOST_BYTES / 2;
    }
}
