// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.socket;

/**
 * The time that sockets go by, and what they do later: resending, redialling, ends of surveys, limits of promises. A
 * {@link SocketHost} gives it. Thread-safe.
 */
public interface SocketTimers {
    /** {@return nanoseconds since some moment: only differences mean something} */
    long nanos();

    /**
     * Runs a task once, on the timers' thread: it is short and does not wait.
     *
     * @param delayNanos from now; zero or less: at once, but not on this thread
     * @param task runs unless it is cancelled before, and never if the timers have ended
     * @return cancels the task; no effect once it runs
     */
    Timeout after(long delayNanos, Runnable task);

    /** A task that waits for its time. */
    @FunctionalInterface
    interface Timeout {
        /** Does not run the task any more, unless it runs already. */
        void cancel();
    }
}
