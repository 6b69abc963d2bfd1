// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

/**
 * Which neighbouring events with the same target have been seen in which order, over many runs. A pair that was seen both ways is
 * a race that has been explored. For one thread.
 */
final class RaceCoverage {
    private static final int MOST = 1 << 20;

    /** Keys of ordered pairs in open addressing; 0 is free. */
    private long[] pairs = new long[256];

    private int size;
    private int bothWays;

    /** An event has happened, behind the one before with the same target. */
    void happened(Participant target, long key) {
        long before = target.lastKey;
        target.lastKey = key;
        if (before != 0 && size < MOST && add(pair(before, key)) && contains(pair(key, before))) {
            bothWays++;
        }
    }

    private static long pair(long first, long second) {
        long mixed = first * 0x9E3779B97F4A7C15L + second;
        return mixed == 0 ? 1 : mixed;
    }

    private boolean add(long pair) {
        if (2 * size >= pairs.length) {
            grow();
        }
        int at = slot(pair);
        if (pairs[at] == pair) {
            return false;
        }
        pairs[at] = pair;
        size++;
        return true;
    }

    private boolean contains(long pair) {
        return pairs[slot(pair)] == pair;
    }

    private int slot(long pair) {
        int mask = pairs.length - 1;
        int at = (int) (pair ^ pair >>> 32) & mask;
        while (pairs[at] != 0 && pairs[at] != pair) {
            at = (at + 1) & mask;
        }
        return at;
    }

    private void grow() {
        long[] before = pairs;
        pairs = new long[2 * before.length];
        for (long pair : before) {
            if (pair != 0) {
                pairs[slot(pair)] = pair;
            }
        }
    }

    /** Ordered pairs seen. */
    int seen() {
        return size;
    }

    /** Pairs seen in both orders. */
    int bothWays() {
        return bothWays;
    }

    @Override
    public String toString() {
        return "RaceCoverage[seen=" + size + ", bothWays=" + bothWays + "]";
    }
}
