// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.owner;

import java.util.HashMap;
import java.util.Map;

/**
 * The private state of an owner. Counts every access twice, in a number and in the state itself, so that lost or
 * simultaneous accesses show. One thread at a time.
 */
public abstract sealed class Memory {
    private static final int SHIFT = 33;
    private static final int BITS = 31;

    private long seed;
    private long accessed;

    private Memory(long seed) {
        this.seed = seed;
    }

    /**
     * An array of integers; an access increments one.
     *
     * @param bytes 4 or more
     * @param seed of the random places
     */
    public static Memory array(int bytes, long seed) {
        return new ArrayMemory(bytes, seed);
    }

    /**
     * A hash map; an access looks a value up and puts a new one.
     *
     * @param bytes an entry for each 64
     * @param seed of the random places
     */
    public static Memory map(int bytes, long seed) {
        return new MapMemory(bytes, seed);
    }

    /** Reads and writes at random places. */
    public abstract void access(int times);

    /** Sum of all places. */
    abstract int sum();

    /**
     * Looks for lost updates: a sign that two messages of an owner ran at once.
     *
     * @throws IllegalStateException if there are any
     */
    public final void verify() {
        if (sum() != (int) accessed) {
            throw new IllegalStateException("no update may be lost: sum=" + sum() + ", accesses=" + accessed);
        }
    }

    /** Number of accesses so far. */
    public final long accessed() {
        return accessed;
    }

    final void count(int times) {
        accessed += times;
    }

    /** The next place: a linear congruential generator, its upper bits scaled to the size. */
    final int next(int size) {
        seed = seed * 6364136223846793005L + 1442695040888963407L;
        return (int) (((seed >>> SHIFT) * size) >>> BITS);
    }

    private static final class ArrayMemory extends Memory {
        private final int[] cells;

        ArrayMemory(int bytes, long seed) {
            super(seed);
            cells = new int[bytes / Integer.BYTES];
        }

        @Override
        public void access(int times) {
            for (int i = 0; i < times; i++) {
                cells[next(cells.length)]++;
            }
            count(times);
        }

        @Override
        int sum() {
            int sum = 0;
            for (int cell : cells) {
                sum += cell;
            }
            return sum;
        }
    }

    private static final class MapMemory extends Memory {
        private static final int BYTES_PER_ENTRY = 64;

        private final Map<Integer, Integer> cells = new HashMap<>();

        MapMemory(int bytes, long seed) {
            super(seed);
            for (int i = 0; i < Math.max(1, bytes / BYTES_PER_ENTRY); i++) {
                cells.put(i, 0);
            }
        }

        @Override
        public void access(int times) {
            for (int i = 0; i < times; i++) {
                Integer key = next(cells.size());
                Integer value = cells.get(key);
                cells.put(key, value == null ? 1 : value + 1);
            }
            count(times);
        }

        @Override
        int sum() {
            return cells.values().stream().mapToInt(Integer::intValue).sum();
        }
    }
}
