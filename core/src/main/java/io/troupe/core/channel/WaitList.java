// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.channel;

import org.jspecify.annotations.Nullable;

/**
 * Those who wait at one end of a channel, first come first. Guarded by the lock of the channel. Waiters whose actor has ended
 * tell nobody, so they are swept whenever the list has doubled since the last time: a list is never longer than twice what
 * waits, or {@value #SHORT}.
 */
final class WaitList<T> {
    static final int SHORT = 64;

    private @Nullable Waiter<T> first;
    private @Nullable Waiter<T> last;
    private int size;

    /** What the elements of those who wait take in memory. */
    private long bytes;

    private int sweepAt = SHORT;

    int size() {
        return size;
    }

    long bytes() {
        return bytes;
    }

    void add(Waiter<T> waiter) {
        if (size >= sweepAt) {
            sweep();
        }
        Waiter<T> end = last;
        waiter.before = end;
        if (end == null) {
            first = waiter;
        } else {
            end.after = waiter;
        }
        last = waiter;
        waiter.listed = true;
        waiter.enlisted();
        bytes += waiter.bytes;
        size++;
    }

    @Nullable
    Waiter<T> poll() {
        Waiter<T> waiter = first;
        if (waiter != null) {
            remove(waiter);
        }
        return waiter;
    }

    /** False if the waiter is in no list. */
    boolean remove(Waiter<T> waiter) {
        if (!waiter.listed) {
            return false;
        }
        Waiter<T> earlier = waiter.before;
        Waiter<T> later = waiter.after;
        if (earlier == null) {
            first = later;
        } else {
            earlier.after = later;
        }
        if (later == null) {
            last = earlier;
        } else {
            later.before = earlier;
        }
        waiter.before = null;
        waiter.after = null;
        waiter.listed = false;
        bytes -= waiter.bytes;
        size--;
        return true;
    }

    /** How many of them can still be served. */
    int waiting() {
        int count = 0;
        for (Waiter<T> at = first; at != null; at = at.after) {
            if (!at.isGone()) {
                count++;
            }
        }
        return count;
    }

    private void sweep() {
        for (Waiter<T> at = first; at != null; ) {
            Waiter<T> next = at.after;
            if (at.isGone()) {
                remove(at);
            }
            at = next;
        }
        sweepAt = Math.max(SHORT, 2 * size);
    }
}
