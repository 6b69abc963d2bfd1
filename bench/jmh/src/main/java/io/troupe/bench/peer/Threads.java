// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.peer;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The threads of a peer. They must have ended before the next measurement begins, or their end becomes part of it. */
final class Threads {
    private static final long LIMIT_NANOS = 60_000_000_000L;

    private final Queue<Thread> started = new ConcurrentLinkedQueue<>();

    Threads() {}

    void start(Thread thread) {
        started.add(thread);
        thread.start();
    }

    /** Interrupts all and waits for their end. */
    void stop() {
        started.forEach(Thread::interrupt);
        long deadline = System.nanoTime() + LIMIT_NANOS;
        try {
            for (Thread thread : started) {
                thread.join(Math.max(1, (deadline - System.nanoTime()) / 1_000_000));
                if (thread.isAlive()) {
                    throw new IllegalStateException("threads must end when interrupted: thread=" + thread.getName());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while threads ended", e);
        }
        started.clear();
    }
}
