// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.filestorage;

/** One step of a transaction, for {@link FileStorageWriter#vote}. */
public sealed interface Change {
    /** {@return the object} */
    long oid();

    /** {@return the revision that the transaction has read; 0 for a new object} */
    long serial();

    /**
     * A new revision.
     *
     * @param data its bytes, one or more; belongs to the transaction from here on
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Store(long oid, long serial, byte[] data) implements Change {}

    /** The end of an object. */
    record Delete(long oid, long serial) implements Change {}

    /** The object must still have this revision. */
    record Check(long oid, long serial) implements Change {}
}
