// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.mailbox;

/**
 * How much of a {@link MemoryBudget} is in use. On every level a queue that holds more than is free takes nothing in, and its
 * senders wait: the more is in use, the smaller the queues that this applies to.
 */
public enum MemoryLevel {
    /** Less than 70 %: only a queue that holds a third or more may have to stop. */
    NORMAL(0),
    /** 70 % or more: queues that hold 30 % take nothing in. Caches that only save work are emptied once ({@link MemoryBudget#whenHigh}). */
    HIGH(70),
    /** 85 % or more: queues that hold 15 % take nothing in. */
    HOLDING(85),
    /** 95 % or more: besides, links with many asks going on refuse new ones, which can be repeated later. */
    REFUSING(95),
    /** 100 % or more: besides, sends to channels that would have to wait are refused, and that is counted. */
    FULL(100);

    private static final MemoryLevel[] ALL = values();

    private final int percent;

    MemoryLevel(int percent) {
        this.percent = percent;
    }

    /** {@return the share of the limit from which on it is this level, in percent} */
    public int percent() {
        return percent;
    }

    /**
     * {@return the level of a budget}
     *
     * @param used bytes in use
     * @param limit of the budget, more than 0
     */
    static MemoryLevel of(long used, long limit) {
        double share = 100.0 * used / limit;
        MemoryLevel reached = NORMAL;
        for (MemoryLevel level : ALL) {
            if (share >= level.percent) {
                reached = level;
            }
        }
        return reached;
    }
}
