// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.socket.SocketTimers;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One limit of time for many: who has been in longest is the next whose time is over, so one timer does for all, and who leaves in
 * time costs no timer. Any thread.
 */
final class TimeoutQueue {
    private final SocketTimers timers;
    private final long limitNanos;
    private final Object lock = new Object();
    private @Nullable Entry first;
    private @Nullable Entry last;
    /** Guarded by the lock: a timer is set, for the first one or for one that has left. */
    private boolean watching;

    /** Nobody is in; {@link Long#MAX_VALUE}: no limit. */
    TimeoutQueue(SocketTimers timers, long limitNanos) {
        this.timers = timers;
        this.limitNanos = limitNanos;
    }

    /** One who is in, or was. */
    static final class Entry {
        private final Runnable end;
        private final long since;
        private @Nullable Entry before;
        private @Nullable Entry after;
        private boolean in;

        private Entry(Runnable end, long since) {
            this.end = end;
            this.since = since;
        }
    }

    /**
     * Somebody enters.
     *
     * @param end runs once the time is over, on the timers' thread, unless {@link #leave} comes first; both may race
     */
    Entry enter(Runnable end) {
        Entry entry = new Entry(end, timers.nanos());
        if (limitNanos == Long.MAX_VALUE) {
            return entry;
        }
        boolean begins;
        synchronized (lock) {
            entry.in = true;
            entry.before = last;
            if (last == null) {
                first = entry;
            } else {
                last.after = entry;
            }
            last = entry;
            begins = !watching;
            watching = true;
        }
        if (begins) {
            timers.after(limitNanos, this::look);
        }
        return entry;
    }

    /** Somebody leaves; no effect on those who have left. */
    void leave(Entry entry) {
        synchronized (lock) {
            if (entry.in) {
                remove(entry);
            }
        }
    }

    private void remove(Entry entry) {
        entry.in = false;
        if (entry.before == null) {
            first = entry.after;
        } else {
            entry.before.after = entry.after;
        }
        if (entry.after == null) {
            last = entry.before;
        } else {
            entry.after.before = entry.before;
        }
    }

    private void look() {
        List<Entry> over = new ArrayList<>();
        long left = 0;
        synchronized (lock) {
            long now = timers.nanos();
            for (Entry entry = first; entry != null; entry = first) {
                left = limitNanos - (now - entry.since);
                if (left > 0) {
                    break;
                }
                remove(entry);
                over.add(entry);
            }
            watching = first != null;
        }
        if (left > 0) {
            timers.after(left, this::look);
        }
        over.forEach(entry -> entry.end.run());
    }
}
