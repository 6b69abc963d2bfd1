// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.parallel.sieve;

/** The primes of one filter. Owned by its turns. */
final class Primes {
    private final int[] primes;
    private int count;
    private long sum;

    Primes(int capacity) {
        primes = new int[capacity];
    }

    /**
     * Tries a candidate, which no smaller prime outside of this filter divides.
     *
     * @return true if no prime here divides it and there is no room for it, so that the next filter has to try
     */
    boolean passes(int candidate) {
        for (int i = 0; i < count; i++) {
            if (candidate % primes[i] == 0) {
                return false;
            }
        }
        if (count == primes.length) {
            return true;
        }
        primes[count++] = candidate;
        sum += candidate;
        return false;
    }

    /** Of the primes here. */
    long sum() {
        return sum;
    }
}
