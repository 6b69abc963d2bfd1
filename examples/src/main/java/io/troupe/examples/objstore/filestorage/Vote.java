// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.filestorage;

import java.util.List;
import java.util.Map;

/** The outcome of {@link FileStorageWriter#vote}. */
public sealed interface Vote {
    /**
     * The transaction is in the file and can be finished or aborted.
     *
     * @param tid its id
     * @param offset where it begins
     * @param end the first byte behind it
     * @param offsets where the new record of each object is
     */
    record Accepted(long tid, long offset, long end, Map<Long, Long> offsets) implements Vote {}

    /** Others have changed what was to be stored. Nothing was written; the client may resolve all conflicts and vote again. */
    record Conflicted(List<Conflict> conflicts) implements Vote {}

    /** An object that was to be deleted, or to be current, has changed. Nothing was written. */
    record Outdated(long oid, long committed, long serial, boolean read) implements Vote {}

    /** An object that was to be deleted, or to be current, does not exist. Nothing was written. */
    record Unknown(long oid) implements Vote {}

    /**
     * One object in conflict.
     *
     * @param committed its current revision
     * @param serial the revision that the transaction has read
     * @param data what was to be stored
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Conflict(long oid, long committed, long serial, byte[] data) {}
}
