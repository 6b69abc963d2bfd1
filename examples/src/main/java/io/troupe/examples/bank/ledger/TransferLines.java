// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.bank.ledger;

import java.util.Random;

/** What a run says to its workers: transfers between accounts by chance, numbered, and the order to report. One thread. */
final class TransferLines {
    private final Random random = new Random();
    private final int accounts;
    private final long[] sent;
    private final long[] received;
    private long count;

    /** Never used before: accounts of earlier runs stay in the database. */
    private final String run = Long.toHexString(random.nextLong() | Long.MIN_VALUE);

    /**
     * None has been made.
     *
     * @param accounts how many, 2 or more
     */
    TransferLines(int accounts) {
        this.accounts = accounts;
        this.sent = new long[accounts];
        this.received = new long[accounts];
    }

    String run() {
        return run;
    }

    /** How many were made; the number of the last one. */
    long count() {
        return count;
    }

    /** The next transfer, of two different accounts. */
    String next() {
        int from = random.nextInt(accounts);
        int to = (from + 1 + random.nextInt(accounts - 1)) % accounts;
        return "pay " + ++count + " " + LedgerWorker.key(run, from) + " " + ++sent[from] + " "
                + LedgerWorker.key(run, to) + " " + ++received[to] + " " + (1 + random.nextInt(100));
    }

    String reportOrder() {
        return "report " + run + " " + accounts;
    }
}
