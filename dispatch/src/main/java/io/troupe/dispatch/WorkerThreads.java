// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The threads of a group's workers that may still be alive. Starting one and closing exclude each other: a thread is
 * either started before the end, and waited for then, or not at all. Any thread; rare, hence a lock.
 */
final class WorkerThreads {
    private final Set<Thread> alive = new HashSet<>();
    private boolean closed;

    WorkerThreads() {}

    /**
     * Starts a thread. What is thrown, for example because the system has no more threads, means that it does not run.
     *
     * @return false if it is too late for that
     */
    synchronized boolean start(Thread thread) {
        if (closed) {
            return false;
        }
        alive.removeIf(other -> other.getState() == Thread.State.TERMINATED);
        alive.add(thread); // before its start, as this may fail for want of memory and that must be undone then
        boolean started = false;
        try {
            thread.start();
            started = true;
        } finally {
            if (!started) {
                alive.remove(thread);
            }
        }
        return true;
    }

    /** From now on no thread is started. Returns all that may be alive. */
    synchronized List<Thread> close() {
        closed = true;
        return new ArrayList<>(alive);
    }
}
