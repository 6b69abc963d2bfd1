// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.timer;

/**
 * What makes one wheel expire: the port through which a {@link TimerWheel} talks to the side that owns time. Obtained
 * from {@link Clock#drive}; called by the wheel from any thread, and not under its lock unless it
 * says so.
 */
interface WheelDriver extends AutoCloseable {
    /**
     * Told when a timeout was scheduled that is due before the wake-up planned so far, and for the first one. Does not
     * block and runs no task. After {@link #close} it does nothing.
     */
    void onEarlier();

    /**
     * Told when what {@link TimerWheel#earliest} has said may have become wrong. Called under the lock of the wheel: must not call
     * it, and must be quick.
     */
    default void onChanged() {
        // a driver that never asks does not want to know
    }

    /**
     * Stops driving. The wheel is empty and stays so by then. A driver with a thread waits a
     * bounded time (seconds) for its end, unless called on that thread. Calls after the first are allowed.
     */
    @Override
    void close();
}
