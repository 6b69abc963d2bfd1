// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.client;

import io.troupe.examples.objstore.filestorage.Ids;

/** Others have changed an object since the transaction has read it. Nothing was committed; read again, and commit again. */
public final class ConflictException extends Exception {
    private static final long serialVersionUID = 1;

    private final long oid;

    ConflictException(long oid) {
        super("an object must be as the transaction has read it: oid=" + Ids.text(oid));
        this.oid = oid;
    }

    /** {@return the first object in conflict} */
    public long oid() {
        return oid;
    }
}
