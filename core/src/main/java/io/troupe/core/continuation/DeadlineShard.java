// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import io.troupe.dispatch.timer.Timeout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Deadlines that are set by one worker, or by some of the other threads. They stand in chunks, in no order; a chunk
 * knows a time before which none of its deadlines passes. Most promises settle long before their deadline, and leave an
 * entry without a promise behind. So nothing is removed one by one: when a chunk is full, the two oldest are swept, and
 * one that has become half empty by that is filled again. That is a constant cost per deadline, and the entries are at
 * most a small multiple of those that pend.
 *
 * <p>There is one timeout on the wheel of the system, for the earliest end. It may stand for a promise that has settled;
 * then it looks at the chunks concerned in vain.
 *
 * <p>All fields are guarded by the monitor of this. It is contended only when the timeout fires. Settling does not need
 * it. Lock order: this, then the wheel; the wheel runs tasks outside of its lock.
 */
final class DeadlineShard implements Runnable {
    private static final int SWEPT_PER_CHUNK = 2;

    private final Deadlines deadlines;

    /** The worker whose deadlines these are; null: of several threads. Guarded by the list of {@link Deadlines}. */
    @Nullable
    Thread owner;

    /** All but the current one, that swept longest ago first. */
    private final ArrayDeque<Chunk> others = new ArrayDeque<>(2);

    private Chunk current = new Chunk();

    /** Null: nothing is planned. Also read without the monitor. */
    private volatile @Nullable Timeout timer;

    /** When the timer fires; nothing without one. */
    private long planned;

    private boolean closed;

    DeadlineShard(Deadlines deadlines, @Nullable Thread owner) {
        this.deadlines = deadlines;
        this.owner = owner;
    }

    Deadlines deadlines() {
        return deadlines;
    }

    /** Adds a deadline; returns false if the system has closed. */
    synchronized boolean add(Deadline deadline, long now) {
        if (closed) {
            return false;
        }
        if (current.isFull()) {
            current = next();
        }
        current.add(deadline);
        planUntil(deadline.end(), now);
        return true;
    }

    /** Changes the newest deadline; returns false if it is not the newest here. */
    synchronized boolean renew(Deadline newest, long now, long limit) {
        if (closed || !current.renew(newest, now + limit, limit)) {
            return false;
        }
        planUntil(now + limit, now);
        return true;
    }

    private Chunk next() {
        others.addLast(current);
        for (int i = 0; i < SWEPT_PER_CHUNK; i++) {
            Chunk oldest = others.removeFirst();
            oldest.sweep();
            if (oldest.isHalfEmpty()) {
                return oldest;
            }
            others.addLast(oldest);
        }
        return new Chunk();
    }

    /** Makes sure that the timer fires at this time or before. */
    private void planUntil(long end, long now) {
        Timeout before = timer;
        if (before == null || end - planned < 0) {
            if (before != null) {
                before.cancel();
            }
            planned = end;
            timer(deadlines.schedule(Math.max(0, end - now), this));
        }
    }

    private void timer(@Nullable Timeout next) {
        if (timer == null && next != null) {
            deadlines.onPlanned();
        } else if (timer != null && next == null) {
            deadlines.onNothingPlanned();
        }
        timer = next;
    }

    /** The time has come that was planned. On the timer's thread; expires promises outside of the monitor. */
    @Override
    public void run() {
        List<Deadline> due = new ArrayList<>();
        synchronized (this) {
            timer(null);
            long now = deadlines.nanos();
            for (int i = others.size(); i > 0; i--) {
                Chunk chunk = others.removeFirst();
                chunk.takeDue(now, due);
                if (!chunk.isEmpty()) {
                    others.addLast(chunk);
                }
            }
            current.takeDue(now, due);
            planEarliest(now);
        }
        for (Deadline deadline : due) {
            expire(deadline);
        }
    }

    private static void expire(Deadline deadline) {
        DefaultPromise<?> promise = deadline.promise();
        if (promise != null) {
            promise.expire(deadline);
            deadline.release();
        }
    }

    private void planEarliest(long now) {
        Chunk earliest = earliest();
        if (!earliest.isEmpty() && !closed) {
            planUntil(earliest.earliest(), now);
        }
    }

    private Chunk earliest() {
        Chunk earliest = current;
        for (Chunk chunk : others) {
            if (earliest.isEmpty() || chunk.earliest() - earliest.earliest() < 0) {
                earliest = chunk;
            }
        }
        return earliest;
    }

    /** Forgets what has settled and plans exactly what is left: for clocks on which each timeout counts. */
    void tidy() {
        if (timer != null) { // else nothing pends, and nothing is left: who adds a deadline plans
            sweepAndPlan();
        }
    }

    private synchronized void sweepAndPlan() {
        if (timer == null) {
            return;
        }
        for (int i = others.size(); i > 0; i--) {
            Chunk chunk = others.removeFirst();
            chunk.sweep();
            if (!chunk.isEmpty()) {
                others.addLast(chunk);
            }
        }
        current.sweep();
        Chunk earliest = earliest();
        Timeout before = timer;
        if (before != null && (earliest.isEmpty() || earliest.earliest() != planned)) {
            before.cancel();
            timer(null);
        }
        planEarliest(deadlines.nanos());
    }

    /** Refuses deadlines from now on; returns those whose promises pend. */
    synchronized List<DefaultPromise<?>> close() {
        closed = true;
        Timeout before = timer;
        if (before != null) {
            before.cancel();
            timer(null);
        }
        List<DefaultPromise<?>> pending = new ArrayList<>();
        for (Chunk chunk : others) {
            chunk.takePending(pending);
        }
        others.clear();
        current.takePending(pending);
        return pending;
    }

    synchronized boolean isClosed() {
        return closed;
    }

    /** Entries, also those without a promise; for tests. */
    synchronized int entries() {
        int count = current.count;
        for (Chunk chunk : others) {
            count += chunk.count;
        }
        return count;
    }

    /** Some deadlines, and a time before which none of them passes. */
    private static final class Chunk {
        private static final int SIZE = 128;

        private final @Nullable Deadline[] slots = new @Nullable Deadline[SIZE];
        private int count;
        private long earliest;

        boolean isFull() {
            return count == SIZE;
        }

        boolean isHalfEmpty() {
            return count <= SIZE / 2;
        }

        boolean isEmpty() {
            return count == 0;
        }

        long earliest() {
            return earliest;
        }

        void add(Deadline deadline) {
            note(deadline.end());
            slots[count++] = deadline;
        }

        private void note(long end) {
            if (count == 0 || end - earliest < 0) {
                earliest = end;
            }
        }

        boolean renew(Deadline newest, long end, long limit) {
            if (count == 0 || slots[count - 1] != newest) {
                return false;
            }
            newest.renew(end, limit);
            note(end);
            return true;
        }

        void sweep() {
            keep(Long.MIN_VALUE, null);
        }

        void takeDue(long now, List<Deadline> due) {
            if (count > 0 && earliest - now <= 0) {
                keep(now, due);
            }
        }

        /** Keeps what pends and is not due, closes the gaps and notes the earliest end. */
        private void keep(long now, @Nullable List<Deadline> due) {
            int all = count;
            count = 0;
            for (int i = 0; i < all; i++) {
                Deadline deadline = slots[i];
                slots[i] = null;
                if (deadline == null || deadline.promise() == null) {
                    continue;
                }
                if (due != null && deadline.end() - now <= 0) {
                    due.add(deadline);
                } else {
                    add(deadline);
                }
            }
        }

        void takePending(List<DefaultPromise<?>> pending) {
            for (int i = 0; i < count; i++) {
                Deadline deadline = slots[i];
                DefaultPromise<?> promise = deadline == null ? null : deadline.promise();
                if (promise != null) {
                    pending.add(promise);
                }
                slots[i] = null;
            }
            count = 0;
        }
    }
}
