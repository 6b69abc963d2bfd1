// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import io.troupe.dispatch.cell.Padding;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Whether the workers of a group call cells of each other, or wait for their locks, all the time. Then a cell that is stolen costs
 * more than it waits: its messages, and those that it sends, change processors. Workers without work, and those that wait for a
 * lock, look at counters that the others write anyway, once per {@link #WINDOW_NANOS}. The answer is kept for a while, as the traffic is gone once all cells are at
 * one worker; whenever it comes back at once, the answer is kept twice as long.
 */
final class CrossTraffic extends Padding {
    /** Between two looks at the counters. */
    static final long WINDOW_NANOS = 1_000_000;

    static final long SHORTEST_HOLD_NANOS = 16_000_000;
    static final long LONGEST_HOLD_NANOS = 1_000_000_000;
    /** Fewer turns in a window say nothing. */
    private static final int FEWEST_TURNS = 256;
    /** One turn in so many calls a cell of another worker. */
    private static final int SHARE = 8;
    /** More than one contention in this time. Each stands for many lines that change processors without anybody having to wait. */
    static final long CONTENTION_NANOS = 32_000;

    private volatile boolean heavy;

    /** One worker looks at a time; the fields below are written under this. */
    private final AtomicBoolean looking = new AtomicBoolean();

    private volatile long nextLook;
    private long turns;
    private long calls;
    private long contentions;
    private long lastLook;
    private long heavyUntil;
    private long lightSince;
    private long holdNanos = SHORTEST_HOLD_NANOS;

    CrossTraffic(long now) {
        this.nextLook = now;
        this.lastLook = now;
        this.lightSince = now - LONGEST_HOLD_NANOS;
    }

    /** Whether stealing is worth less than it costs, unless cells wait for long. Any thread. */
    boolean isHeavy() {
        return heavy;
    }

    /**
     * Looks at the workers' counters if the last look is long enough ago.
     *
     * @param now {@link System#nanoTime}
     * @param workers of the group
     */
    void look(long now, Worker[] workers) {
        if (now - nextLook < 0 || !looking.compareAndSet(false, true)) {
            return;
        }
        try {
            if (now - nextLook < 0) {
                return; // somebody else has looked in between
            }
            long allTurns = 0;
            long allCalls = 0;
            long allContentions = 0;
            for (Worker worker : workers) {
                allTurns += worker.counters.turns;
                allCalls += worker.counters.callsToOthers;
                allContentions += worker.counters.contentions;
            }
            note(now, allTurns, allCalls, allContentions);
        } finally {
            looking.set(false);
        }
    }

    /** Takes the sums of the counters into account. One thread at a time. */
    void note(long now, long allTurns, long allCalls, long allContentions) {
        long newTurns = allTurns - turns;
        long newCalls = allCalls - calls;
        long newContentions = allContentions - contentions;
        long passed = now - lastLook;
        lastLook = now;
        turns = allTurns;
        calls = allCalls;
        contentions = allContentions;
        nextLook = now + WINDOW_NANOS;
        boolean calling = newTurns >= FEWEST_TURNS && newCalls * SHARE >= newTurns;
        if (calling || newContentions > passed / CONTENTION_NANOS) {
            if (!heavy) {
                boolean cameBack = now - lightSince < holdNanos;
                holdNanos = cameBack ? Math.min(LONGEST_HOLD_NANOS, holdNanos * 2) : SHORTEST_HOLD_NANOS;
                heavy = true;
            }
            heavyUntil = now + holdNanos;
        } else if (heavy && now - heavyUntil >= 0) {
            heavy = false;
            lightSince = now;
        }
    }
}
