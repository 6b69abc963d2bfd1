// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.parallel.radix;

import io.troupe.bench.savina.support.Seeds;
import java.util.Arrays;

/**
 * What is to be sorted: the same in every run.
 *
 * @param count how many
 * @param bits of each number, 1 to 63
 */
record Numbers(int count, int bits) {
    /** A number by its place before sorting. */
    long value(int index) {
        return Seeds.mix(index) >>> (Long.SIZE - bits);
    }

    /** Continues a fingerprint that depends on the order. */
    static long fingerprint(long before, long value) {
        return 31 * before + value;
    }

    /** The fingerprint of the sorted numbers. */
    long expected() {
        long[] values = new long[count];
        Arrays.setAll(values, this::value);
        Arrays.sort(values);
        long fingerprint = 0;
        for (long value : values) {
            fingerprint = fingerprint(fingerprint, value);
        }
        return fingerprint;
    }
}
