// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.bank.ledger;

import java.util.List;

/**
 * What a worker says about all accounts of a run, in one line.
 *
 * @param total cents of all accounts
 * @param gone halves of transfers that accounts have sent
 * @param came halves of transfers that accounts have received
 * @param duplicates halves that were done twice
 */
record LedgerReport(long total, long gone, long came, long duplicates) {
    private static final String BEGIN = "report ";

    /** Whether a line is one. */
    static boolean is(String line) {
        return line.startsWith(BEGIN);
    }

    /** The sum of all accounts. */
    static LedgerReport of(List<LedgerAccount.State> accounts) {
        long cents = 0;
        long sent = 0;
        long received = 0;
        long duplicates = 0;
        for (LedgerAccount.State each : accounts) {
            cents += each.cents();
            sent += each.sent().count();
            received += each.received().count();
            duplicates += each.sent().duplicates() + each.received().duplicates();
        }
        return new LedgerReport(cents, sent, received, duplicates);
    }

    /** As a worker says it. */
    String line() {
        return BEGIN + total + " " + gone + " " + came + " " + duplicates;
    }

    static LedgerReport parse(String line) {
        String[] words = line.split(" ", -1);
        return new LedgerReport(
                Long.parseLong(words[1]), Long.parseLong(words[2]), Long.parseLong(words[3]), Long.parseLong(words[4]));
    }

    /** Halves that have not been done. */
    long missing(long transfers) {
        return 2 * transfers - gone - came;
    }
}
