// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.transport.Pipe;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The way to one peer, which never makes a sender wait. The queue is the pipe's, and what it has taken cannot be had back; so
 * the oldest can be dropped only from what comes after it is full. A few such messages are held here, the newest ones: a slow
 * peer misses what lies between, but never the last word. Thread-safe.
 *
 * <p>Invariant: {@code blocked} is true while something is held; it is set before the pipe is tried once more, so that an
 * onWritable that came in between is not missed. {@code work} lets one thread at a time hand over what is held.
 */
final class BroadcastPipe {
    private static final int MOST_HELD = 16;

    private final Pipe pipe;
    private final SocketCounters counters;
    private final int room;
    private final ReentrantLock lock = new ReentrantLock();
    /** The newest messages that the pipe refused, oldest first; guarded by the lock. */
    private final ArrayDeque<SpMessage> held = new ArrayDeque<>(1);

    private final AtomicInteger work = new AtomicInteger();
    private volatile boolean blocked;
    /** Guarded by the lock. */
    private boolean ended;

    /**
     * Nothing is held.
     *
     * @param preferNew whether the newest messages are held when the pipe is full; if not they are dropped
     * @param sendBuffer no more than this are held
     */
    BroadcastPipe(Pipe pipe, SocketCounters counters, boolean preferNew, int sendBuffer) {
        this.pipe = pipe;
        this.counters = counters;
        this.room = preferNew ? Math.min(MOST_HELD, sendBuffer) : 0;
    }

    int id() {
        return pipe.id();
    }

    /** Takes the message, whatever becomes of it. */
    void send(SpMessage message) {
        if (!blocked && pipe.offer(message)) {
            return;
        }
        if (room == 0) {
            drop(message, DropReason.SEND_QUEUE_FULL);
        } else {
            hold(message);
        }
    }

    private void hold(SpMessage message) {
        SpMessage dropped = null;
        boolean first;
        lock.lock();
        try {
            first = !ended && !blocked;
            if (ended) {
                dropped = message;
            } else {
                dropped = held.size() == room ? held.pollFirst() : null;
                held.addLast(message);
                blocked = true;
            }
        } finally {
            lock.unlock();
        }
        drop(dropped, DropReason.SEND_QUEUE_FULL);
        if (first) {
            drain();
        }
    }

    /** The pipe may have room again. */
    void onWritable() {
        if (blocked) {
            drain();
        }
    }

    private void drain() {
        if (work.getAndIncrement() != 0) {
            return; // the one who is at it looks again
        }
        int seen;
        do {
            seen = work.get();
            boolean more;
            do {
                more = handedOver();
            } while (more);
        } while (work.addAndGet(-seen) != 0);
    }

    private boolean handedOver() {
        SpMessage next;
        lock.lock();
        try {
            next = held.pollFirst();
            if (next == null) {
                blocked = false;
                return false;
            }
        } finally {
            lock.unlock();
        }
        if (pipe.offer(next)) {
            return true;
        }
        putBack(next);
        return false;
    }

    private void putBack(SpMessage message) {
        lock.lock();
        try {
            if (!ended && held.size() < room) {
                held.addFirst(message);
                return;
            }
        } finally {
            lock.unlock();
        }
        drop(message, DropReason.SEND_QUEUE_FULL);
    }

    /** The pipe or the socket is gone. */
    void end(DropReason cause) {
        ArrayDeque<SpMessage> left;
        lock.lock();
        try {
            ended = true;
            left = new ArrayDeque<>(held);
            held.clear();
        } finally {
            lock.unlock();
        }
        left.forEach(message -> drop(message, cause));
    }

    private void drop(@Nullable SpMessage message, DropReason cause) {
        if (message != null) {
            message.release();
            counters.dropped(cause);
        }
    }
}
