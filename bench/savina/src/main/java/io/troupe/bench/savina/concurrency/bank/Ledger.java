// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.concurrency.bank;

import io.troupe.bench.savina.support.Seeds;

/**
 * The size of it, and the transfers: the same in every run.
 *
 * @param accounts 10 or more
 * @param transfers of a run
 */
record Ledger(int accounts, int transfers) {
    /** What everybody has at first. */
    static final long START = 1_000_000;

    private static final int LARGEST = 1_000;

    /** The account a transfer comes from: one of the lower nine tenths. */
    int source(int transfer) {
        return random(3L * transfer, accounts / 10 * 9);
    }

    /** The account it goes to: a higher one. */
    int target(int transfer) {
        int source = source(transfer);
        return source + 1 + random(3L * transfer + 1, accounts - source - 1);
    }

    /** Its money. */
    long amount(int transfer) {
        return 1L + random(3L * transfer + 2, LARGEST);
    }

    /** What an account reports at the end of a run: sums of such reports differ when money is with the wrong one. */
    static long report(int account, long balance) {
        return Seeds.mix(account) * balance;
    }

    /** The sum of all reports. */
    long expected() {
        long[] balances = new long[accounts];
        for (int transfer = 0; transfer < transfers; transfer++) {
            balances[source(transfer)] -= amount(transfer);
            balances[target(transfer)] += amount(transfer);
        }
        long sum = 0;
        for (int account = 0; account < accounts; account++) {
            sum += report(account, START + balances[account]);
        }
        return sum;
    }

    private static int random(long seed, int bound) {
        return Seeds.below(bound, seed);
    }
}
