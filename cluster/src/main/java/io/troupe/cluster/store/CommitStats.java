// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.store;

/**
 * What a {@link GroupCommitter} has done so far. Immutable.
 *
 * @param commits transactions
 * @param stored writes
 * @param rows of states
 * @param refused writes, as another process had the key
 * @param failed writes whose outcome is not known
 * @param nanos in all transactions
 * @param latestNanos in the latest one
 * @param latest how the latest one has ended
 * @param trouble why it failed; empty: it did not
 */
public record CommitStats(
        long commits,
        long stored,
        long rows,
        long refused,
        long failed,
        long nanos,
        long latestNanos,
        Commit.Outcome latest,
        String trouble) {
    static final CommitStats NONE = new CommitStats(0, 0, 0, 0, 0, 0, 0, Commit.Outcome.STORED, "");

    CommitStats committed(int storedNow, int rowsNow, int refusedNow, long took) {
        Commit.Outcome outcome = refusedNow > 0 ? Commit.Outcome.REFUSED : Commit.Outcome.STORED;
        return new CommitStats(
                commits + 1,
                stored + storedNow,
                rows + rowsNow,
                refused + refusedNow,
                failed,
                nanos + took,
                took,
                outcome,
                "");
    }

    CommitStats failed(int failedNow, long took, String why) {
        return new CommitStats(
                commits + 1,
                stored,
                rows,
                refused,
                failed + failedNow,
                nanos + took,
                took,
                Commit.Outcome.UNKNOWN,
                why);
    }
}
