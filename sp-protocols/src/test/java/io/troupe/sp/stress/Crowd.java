// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.stress;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/** Threads that work together for a while. All must come to their end in time: who does not is shown with its stack. */
final class Crowd {
    private final String name;
    private final List<Thread> threads = new ArrayList<>();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

    Crowd(String name) {
        this.name = name;
    }

    /** What a thread does. */
    interface Task {
        void run() throws Exception;
    }

    /** Starts a thread. */
    void start(String what, Task task) {
        Thread thread = new Thread(
                () -> {
                    try {
                        task.run();
                    } catch (Throwable e) {
                        failures.add(new AssertionError(name + ": " + what + " failed", e));
                    }
                },
                "stress-" + name + "-" + what);
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    /** Waits for all; fails with the first failure, or when some thread hangs. */
    void join(long seconds) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        for (Thread thread : threads) {
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            thread.join(Math.max(1, left));
        }
        List<Thread> hung = threads.stream().filter(Thread::isAlive).toList();
        AssertionError error = null;
        if (!hung.isEmpty()) {
            error = new AssertionError(name + ": threads hang: " + hung + "\n" + stacks());
        }
        for (Throwable failure : failures) {
            if (error == null) {
                error = new AssertionError(name + ": failed");
            }
            error.addSuppressed(failure);
        }
        if (error != null) {
            throw error;
        }
    }

    /** All threads of ours, of the sockets' and of the tests'. */
    private static String stacks() {
        StringBuilder text = new StringBuilder();
        for (Map.Entry<Thread, StackTraceElement[]> each :
                Thread.getAllStackTraces().entrySet()) {
            String who = each.getKey().getName();
            if (who.startsWith("sp-") || who.startsWith("stress-")) {
                text.append(who).append(' ').append(each.getKey().getState()).append('\n');
                for (StackTraceElement frame : each.getValue()) {
                    text.append("    at ").append(frame).append('\n');
                }
            }
        }
        return text.toString();
    }
}
