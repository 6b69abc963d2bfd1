// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import org.jspecify.annotations.Nullable;

/**
 * A thread that knows which cell it is running, without the cost of a thread local. Threads of other kinds keep it in a
 * thread local.
 */
public class CellThread extends Thread {
    private static final ThreadLocal<@Nullable Cell> ELSEWHERE = new ThreadLocal<>();

    /** Written and read by this thread; read racily by the watchdog. */
    private @Nullable Cell current;

    /** Written and read by this thread. */
    private @Nullable Object local;

    /**
     * A daemon thread.
     *
     * @param task what it runs
     * @param name of the thread
     */
    @SuppressWarnings("this-escape") // setDaemon is the thread's own and not overridden
    public CellThread(Runnable task, String name) {
        super(null, task, name, 0, false);
        setDaemon(true);
    }

    /** The cell whose turn the calling thread is running, or null outside of turns. */
    public static @Nullable Cell currentCell() {
        return Thread.currentThread() instanceof CellThread thread ? thread.current : ELSEWHERE.get();
    }

    /**
     * Notes the beginning or end of a turn on the calling thread.
     *
     * @param cell the cell that runs, or null at its end
     */
    public static void enter(@Nullable Cell cell) {
        if (Thread.currentThread() instanceof CellThread thread) {
            thread.current = cell;
        } else {
            ELSEWHERE.set(cell); // an entry that was removed would be made again at the next turn
        }
    }

    /** What an upper floor keeps for this thread, or null: a thread local without its cost. Only for this thread itself. */
    public final @Nullable Object local() {
        return local;
    }

    /**
     * Keeps one object for this thread. Only for this thread itself.
     *
     * @param value to keep, or null
     */
    public final void local(@Nullable Object value) {
        local = value;
    }

    /**
     * Says that the running cell has to wait for a lock that is never held for long, so that it may come to be on the processor of
     * those that take the lock, too. Nothing on threads that run no cell. Not while another such lock is held.
     *
     * @param everyNanos how often the lock is taken for something that is worth it, on average
     */
    public static void contended(long everyNanos) {
        if (Thread.currentThread() instanceof CellThread thread && thread.current != null) {
            thread.onContended(thread.current, everyNanos);
        }
    }

    /**
     * A turn is {@linkplain #contended contended}. On this thread, in that turn; must be quick. By default nothing.
     *
     * @param cell that runs
     * @param everyNanos how often the lock is taken
     */
    protected void onContended(Cell cell, long everyNanos) {}

    /** The cell this thread is running, or null. Owner exactly, other threads racily. */
    public final @Nullable Cell running() {
        return current;
    }

    /**
     * Notes what this thread is running. Only for this thread itself.
     *
     * @param cell the cell, or null at the end of its turn
     */
    public final void running(@Nullable Cell cell) {
        current = cell;
    }
}
