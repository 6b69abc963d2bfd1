// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.filestorage;

/**
 * The header of one revision of one object.
 *
 * @param offset where the header begins, in bytes
 * @param oid the object
 * @param tid the transaction that wrote the revision
 * @param previous offset of the object's record before this one; 0: there is none
 * @param transaction offset of the header of the transaction
 * @param length bytes of data behind the header; 0: a back pointer of 8 bytes stands there instead
 * @param back offset of the record that has the data, if {@code length} is 0; 0: the object is deleted from here on
 */
public record DataRecord(long offset, long oid, long tid, long previous, long transaction, long length, long back) {
    /** Bytes of the header. */
    static final int HEADER = 42;
    /** Where in its header the length of its data stands. */
    static final int LENGTH = 34;

    /** {@return offset of the first byte behind the record} */
    long end() {
        return offset + HEADER + (length == 0 ? Long.BYTES : length);
    }

    /** {@return whether the object does not exist from this revision on} */
    public boolean isDeletion() {
        return length == 0 && back == 0;
    }
}
