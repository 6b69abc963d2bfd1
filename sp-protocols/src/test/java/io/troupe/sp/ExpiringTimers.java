// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.socket.SocketTimers;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Time passes when the test says so. */
final class ExpiringTimers implements SocketTimers {
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

    @Override
    public long nanos() {
        return 0;
    }

    @Override
    public Timeout after(long delayNanos, Runnable task) {
        tasks.add(task);
        return () -> tasks.remove(task);
    }

    /** All tasks that wait run now. */
    void pass() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    int waiting() {
        return tasks.size();
    }
}
