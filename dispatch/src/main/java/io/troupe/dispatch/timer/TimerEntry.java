// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.timer;

import org.jspecify.annotations.Nullable;

/**
 * A timeout and the list node it waits in: scheduling allocates only this. All non-final fields are guarded by the lock
 * of the wheel.
 */
final class TimerEntry implements Timeout {
    /** The value of {@link #slot} when the entry is in no list: it has fired, was cancelled or its wheel closed. */
    static final int UNLINKED = -1;

    final TimerWheel wheel;

    /** Nanoseconds since the start of the wheel. */
    final long deadline;

    /** Null from the moment the entry is unlinked. */
    @Nullable
    Runnable task;

    @Nullable
    TimerEntry previous;

    @Nullable
    TimerEntry next;

    /** Index of the list it is in, or {@link #UNLINKED}. */
    int slot = UNLINKED;

    TimerEntry(TimerWheel wheel, long deadline, Runnable task) {
        this.wheel = wheel;
        this.deadline = deadline;
        this.task = task;
    }

    @Override
    public boolean cancel() {
        return wheel.cancel(this);
    }

    @Override
    public boolean isPending() {
        return wheel.isPending(this);
    }
}
