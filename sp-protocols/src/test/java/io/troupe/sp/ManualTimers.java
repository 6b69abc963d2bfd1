// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.socket.SocketTimers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Time that stands still until the test moves it; due tasks run on the thread that moves it. */
public final class ManualTimers implements SocketTimers {
    private final List<Task> tasks = new ArrayList<>();
    private long now = Long.MAX_VALUE - 1_000_000_000L; // passes the overflow soon, as System.nanoTime may

    @Override
    public synchronized long nanos() {
        return now;
    }

    @Override
    public synchronized Timeout after(long delayNanos, Runnable action) {
        Task task = new Task(now + Math.max(0, delayNanos), action);
        tasks.add(task);
        return () -> remove(task);
    }

    private synchronized void remove(Task task) {
        tasks.remove(task);
    }

    /** Tasks that wait. */
    public synchronized int pending() {
        return tasks.size();
    }

    /** Moves the time and runs what is due on the way. */
    public void advance(Duration by) {
        long end = nanos() + by.toNanos();
        for (Task task = due(end); task != null; task = due(end)) {
            task.action.run();
        }
        synchronized (this) {
            now = end;
        }
    }

    private synchronized Task due(long end) {
        Task first = tasks.stream()
                .filter(task -> task.at - end <= 0)
                .min(Comparator.comparingLong(task -> task.at - end))
                .orElse(null);
        if (first != null) {
            tasks.remove(first);
            now = first.at;
        }
        return first;
    }

    private record Task(long at, Runnable action) {}
}
