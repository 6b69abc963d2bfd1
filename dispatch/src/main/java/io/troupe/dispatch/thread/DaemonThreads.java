// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.thread;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Makes named daemon threads and can wait for their very end: a pool reports that it has terminated a moment before its
 * threads are gone. Any thread.
 */
public final class DaemonThreads implements ThreadFactory {
    private final String prefix;

    /** Of the threads; null: what the JVM gives them, before Java 19 that of the thread that makes them. */
    private final @Nullable ClassLoader contextLoader;

    private final AtomicInteger number = new AtomicInteger();
    private final Set<Thread> alive = ConcurrentHashMap.newKeySet();

    /**
     * A factory.
     *
     * @param prefix of the thread names; a number follows
     */
    public DaemonThreads(String prefix) {
        this.prefix = prefix;
        this.contextLoader = null;
    }

    /**
     * A factory of threads that do not inherit the context class loader of the thread that makes them.
     *
     * @param prefix of the thread names; a number follows
     * @param contextLoader of all threads
     */
    public DaemonThreads(String prefix, ClassLoader contextLoader) {
        this.prefix = prefix;
        this.contextLoader = contextLoader;
    }

    @Override
    public Thread newThread(Runnable task) {
        alive.removeIf(thread -> thread.getState() == Thread.State.TERMINATED);
        Thread thread = new Thread(null, task, prefix + number.getAndIncrement(), 0, false);
        thread.setDaemon(true);
        if (contextLoader != null) {
            thread.setContextClassLoader(contextLoader);
        }
        alive.add(thread);
        return thread;
    }

    /**
     * Waits until all threads have ended; interrupts the late ones.
     *
     * @param deadline how long to wait
     * @return whether all ended in time
     */
    public boolean join(Duration deadline) {
        List<Thread> threads = new ArrayList<>(alive);
        threads.removeIf(thread -> thread.getState() == Thread.State.NEW);
        return Threads.join(threads, deadline);
    }
}
