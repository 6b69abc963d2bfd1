// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.zeo;

/**
 * A request for an object.
 *
 * @param id the message id, for the reply
 * @param oid the object
 * @param tid the transaction before which, or with {@code serial} in which, the revision was written
 * @param serial whether exactly that revision is wanted
 * @param form what the reply has
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record LoadRequest(byte[] id, long oid, long tid, boolean serial, Form form) {
    /** What the reply has. */
    public enum Form {
        /** Data, transaction, next transaction. */
        REVISION,
        /** Data. */
        DATA,
        /** Transaction. */
        TID
    }
}
