// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.filestorage;

import java.util.List;

/**
 * One transaction with the headers of its records.
 *
 * @param offset where its header begins, in bytes
 * @param tid its id
 * @param length bytes from the header to the end of the last record
 * @param status {@code ' '} finished, {@code 'p'} packed, {@code 'u'} to be skipped
 * @param user who committed, as bytes; empty if unknown
 * @param description what for, as bytes
 * @param extension a pickle with further facts, or nothing; never looked into
 * @param records in the order of the file
 */
@SuppressWarnings("ArrayRecordComponent") // bytes of the file, which nobody compares
public record TransactionRecord(
        long offset,
        long tid,
        long length,
        char status,
        byte[] user,
        byte[] description,
        byte[] extension,
        List<DataRecord> records) {
    /** Bytes of the header, without the three texts. */
    static final int HEADER = 23;

    /** The status of a transaction that was voted for and not finished. */
    static final char VOTED = 'c';

    /** The status of a finished transaction. */
    static final char FINISHED = ' ';

    /** The status of a transaction that readers pass over. */
    static final char SKIPPED = 'u';

    /** {@return offset of the first byte behind the transaction} */
    public long end() {
        return offset + length + Long.BYTES;
    }
}
