// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.store;

/** A store did not do what it was asked to, or it is not known whether it did. */
public final class StoreException extends Exception {
    private static final long serialVersionUID = 1L;

    /**
     * With the failure of the database.
     *
     * @param message rule broken, then name=value for each fact
     * @param cause what led to it
     */
    public StoreException(String message, Throwable cause) {
        super(message, cause);
    }
}
