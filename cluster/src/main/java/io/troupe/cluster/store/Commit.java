// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.store;

import org.jspecify.annotations.Nullable;

/** Told once what has become of a write. On the committing thread; must be quick and must not throw. */
@FunctionalInterface
public interface Commit {
    /** What has become of it. */
    enum Outcome {
        /** It is stored. */
        STORED,
        /** It is not stored: the shard belongs to somebody else, or a newer version is there. */
        REFUSED,
        /** It is not stored: an earlier write of the same activation was not, or the committer has closed. */
        DROPPED,
        /** It is not known whether it is stored. */
        UNKNOWN
    }

    /**
     * Tells the outcome.
     *
     * @param outcome of the write
     * @param cause the failure of the store; null: none
     */
    void done(Outcome outcome, @Nullable StoreException cause);
}
