// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio;

import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What a {@link Reactor} is to do at a time. Its thread only. */
final class ReactorDeadlines {
    private final PriorityQueue<Deadline> queue = new PriorityQueue<>();

    ReactorDeadlines() {}

    /** Runs the task after this time. */
    Deadline add(long delayNanos, Runnable task) {
        Deadline deadline = new Deadline(System.nanoTime() + delayNanos, task);
        queue.add(deadline);
        return deadline;
    }

    /** Milliseconds until the first, rounded up, at least 1; 0: there is none. */
    long millis() {
        Deadline first = queue.peek();
        while (first != null && first.task == null) {
            queue.poll();
            first = queue.peek();
        }
        return first == null ? 0 : Math.max(1, TimeUnit.NANOSECONDS.toMillis(first.at - System.nanoTime()) + 1);
    }

    /** The next task whose time has come; null: none. */
    @Nullable
    Runnable due() {
        Deadline first = queue.peek();
        while (first != null && (first.task == null || first.at - System.nanoTime() <= 0)) {
            queue.poll();
            Runnable task = first.task;
            if (task != null) {
                return task;
            }
            first = queue.peek();
        }
        return null;
    }

    /** One task. */
    static final class Deadline implements Comparable<Deadline> {
        private final long at;
        private volatile @Nullable Runnable task;

        private Deadline(long at, Runnable task) {
            this.at = at;
            this.task = task;
        }

        /** It is not to be run any more; any thread. */
        void cancel() {
            task = null;
        }

        @Override
        public int compareTo(Deadline other) {
            return Long.signum(at - other.at);
        }
    }
}
