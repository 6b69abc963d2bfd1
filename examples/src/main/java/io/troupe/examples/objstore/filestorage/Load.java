// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.filestorage;

/** What reading one object as of a transaction gives. */
public sealed interface Load {
    /**
     * The revision that was current.
     *
     * @param data its bytes; not copied, so not to be changed
     * @param tid the transaction that wrote it
     * @param next the transaction that replaced it; 0: it still is current
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Found(byte[] data, long tid, long next) implements Load {}

    /** The object exists, but its first revision is later. */
    record Later() implements Load {}

    /** There is no such object, or it was deleted. */
    record Missing() implements Load {}
}
