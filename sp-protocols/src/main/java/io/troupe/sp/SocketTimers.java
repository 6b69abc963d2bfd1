// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

/** The time, and what is to be done later. Tests bring their own. */
interface SocketTimers {
    /** Nanoseconds since some moment. */
    long nanos();

    /**
     * Runs the task once, on the timers' thread: it must be short.
     *
     * @param delayNanos from now; zero or less: at once, but not on this thread
     * @return to cancel it; no effect once it runs
     */
    Timeout after(long delayNanos, Runnable task);

    /** A task that waits for its time. */
    @FunctionalInterface
    interface Timeout {
        /** Does not run the task any more, unless it runs already. */
        void cancel();
    }
}
