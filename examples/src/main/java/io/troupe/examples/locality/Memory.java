// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.locality;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The private state of an actor. Counts every access twice, in a number and in the state itself, so that lost or
 * simultaneous accesses show.
 */
abstract sealed class Memory {
    private static final int SHIFT = 33;
    private static final int BITS = 31;

    private long seed;
    private long accessed;

    private Memory(long seed) {
        this.seed = seed;
    }

    /** Reads and writes at random places. */
    abstract void access(int times);

    /** Sum of all places, which is the number of accesses modulo 2³². */
    abstract int sum();

    /** Number of accesses so far. */
    final long accessed() {
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

    /** Kinds of state. */
    enum Variant {
        /** An array of integers. */
        ARRAY {
            @Override
            Memory allocate(int bytes, long seed) {
                return new ArrayMemory(bytes, seed);
            }
        },
        /** A hash map; each access looks a value up and puts a new one. */
        MAP {
            @Override
            Memory allocate(int bytes, long seed) {
                return new MapMemory(bytes, seed);
            }
        };

        /**
         * State of about this size.
         *
         * @param bytes 4 or more
         * @param seed of the random places
         */
        abstract Memory allocate(int bytes, long seed);

        /** As it is written on the command line. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static final class ArrayMemory extends Memory {
        private final int[] cells;

        ArrayMemory(int bytes, long seed) {
            super(seed);
            cells = new int[bytes / Integer.BYTES];
        }

        @Override
        void access(int times) {
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
        /** Node, key, value and slot with compressed references, rounded to a power of two. */
        private static final int BYTES_PER_ENTRY = 64;

        private final Map<Integer, Integer> cells;

        MapMemory(int bytes, long seed) {
            super(seed);
            int entries = Math.max(1, bytes / BYTES_PER_ENTRY);
            cells = new HashMap<>(entries * 4 / 3 + 1);
            for (int i = 0; i < entries; i++) {
                cells.put(i, 0);
            }
        }

        @Override
        void access(int times) {
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
