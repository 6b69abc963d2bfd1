// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.timer;

/**
 * The handle of one task that was scheduled on a {@link TimerWheel}. Any thread may call any method; the task runs at most
 * once, and never after a cancel that returned true. A timeout that has ended keeps nothing of its task alive.
 */
public interface Timeout {
    /**
     * Prevents the task from running if it has not begun; it leaves the wheel at once. O(1), any thread.
     *
     * @return true if this call prevented the task; false if it has begun, was cancelled before or its wheel is closed
     */
    boolean cancel();

    /**
     * Whether the task still waits for its time. Any thread; the answer may be outdated when it arrives, except that
     * false stays false.
     *
     * @return true until the task begins, is cancelled or its wheel is closed
     */
    boolean isPending();
}
