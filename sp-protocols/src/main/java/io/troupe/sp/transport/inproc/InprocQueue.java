// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.inproc;

import io.troupe.sp.message.SpMessage;
import java.util.ArrayDeque;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Messages on their way through an {@link InprocPipe}, and whether more may come. Thread-safe. */
final class InprocQueue {
    /** So many threads may leave a message behind while one is handing over. */
    private static final int MOST = 8;

    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<SpMessage> messages = new ArrayDeque<>();
    private volatile boolean blocked;
    private boolean ended;

    /** Whether nothing more is taken until a resume. */
    boolean isBlocked() {
        return blocked;
    }

    /** Adds a message while another thread hands over; false when there is no room, then the message is as it was. */
    boolean addLast(SpMessage message, InprocPipe pipe) {
        lock.lock();
        try {
            if (blocked || ended) {
                return false;
            }
            messages.addLast(pipe.arrived(message));
            blocked = messages.size() >= MOST;
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Takes a refused message back: it is the first again. */
    void putBack(SpMessage message) {
        lock.lock();
        try {
            messages.addFirst(message);
            blocked = true;
        } finally {
            lock.unlock();
        }
    }

    @Nullable
    SpMessage poll() {
        lock.lock();
        try {
            return messages.pollFirst();
        } finally {
            lock.unlock();
        }
    }

    /** Takes more again, if nothing is held; whether it did not before. */
    boolean unblock() {
        lock.lock();
        try {
            boolean lifted = blocked && messages.isEmpty();
            if (lifted) {
                blocked = false;
            }
            return lifted;
        } finally {
            lock.unlock();
        }
    }

    boolean isEmpty() {
        return size() == 0;
    }

    int size() {
        lock.lock();
        try {
            return messages.size();
        } finally {
            lock.unlock();
        }
    }

    /** Releases all and takes nothing any more; returns how many there were. */
    int clear() {
        lock.lock();
        try {
            ended = true;
            int dropped = messages.size();
            messages.forEach(SpMessage::release);
            messages.clear();
            return dropped;
        } finally {
            lock.unlock();
        }
    }
}
