// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.channel;

import org.jspecify.annotations.Nullable;

/**
 * Somebody who waits in a channel, to send one element or to receive one. In one list of one channel at a time. What has no
 * word of its own is guarded by the lock of the channel.
 */
abstract class Waiter<T> {
    /** Link of the {@link WaitList}. */
    @Nullable
    Waiter<T> before;

    /** Link of the {@link WaitList}. */
    @Nullable
    Waiter<T> after;

    /** What its element takes in memory; 0 for a receiver. Written before it is in a list. */
    int bytes;

    /** Whether it is in a list. */
    boolean listed;

    /**
     * Decides that this waiter is served, unless something else has been decided before. Under the lock: must be quick and
     * call nobody.
     *
     * @param element for a receiver; null for a sender, whose element is then taken
     * @return false: it does not wait any more, and nothing has happened
     */
    abstract boolean claim(@Nullable T element);

    /** Tells the waiter that it has been claimed. Once after each claim, when the lock has been released. */
    abstract void wake();

    /** It is in a list from now on. Under the lock. */
    void enlisted() {}

    /** The element of a sender; null for a receiver. */
    @Nullable
    T element() {
        return null;
    }

    /** Tells that the wait is over, because the channel has ended. Without the lock, after it was taken out. */
    void end() {}

    /** Whether nobody will ever claim it with success. Under the lock. */
    abstract boolean isGone();
}
