// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.parallel.sieve;

/**
 * The size of it.
 *
 * @param limit candidates are odd and below it
 * @param capacity primes that a filter knows
 */
record Sieve(int limit, int capacity) {
    /** The first candidate; two is left out. */
    static final int FIRST = 3;

    /** The sum of the odd primes below the limit, by crossing out. */
    long expected() {
        boolean[] crossed = new boolean[limit];
        long sum = 0;
        for (int candidate = FIRST; candidate < limit; candidate += 2) {
            if (!crossed[candidate]) {
                sum += candidate;
                for (long multiple = (long) candidate * candidate; multiple < limit; multiple += 2L * candidate) {
                    crossed[(int) multiple] = true;
                }
            }
        }
        return sum;
    }
}
