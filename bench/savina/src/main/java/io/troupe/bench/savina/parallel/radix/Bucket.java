// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.parallel.radix;

import java.util.function.LongConsumer;

/** What one actor of the pipeline knows. Owned by its turns. */
final class Bucket {
    private final long mask;
    private final long[] kept;
    private final int total;
    private int keptCount;
    private int seen;

    /**
     * For one bit.
     *
     * @param bit from 0, the lowest
     * @param total numbers of a run
     */
    Bucket(int bit, int total) {
        this.mask = 1L << bit;
        this.total = total;
        this.kept = new long[total];
    }

    /** Lets a number through or keeps it; after the last one of the run all that were kept go on in their order. */
    void add(long value, LongConsumer next) {
        if ((value & mask) == 0) {
            next.accept(value);
        } else {
            kept[keptCount++] = value;
        }
        if (++seen == total) {
            for (int i = 0; i < keptCount; i++) {
                next.accept(kept[i]);
            }
            seen = 0;
            keptCount = 0;
        }
    }
}
