// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.registry;

/** A registry did not do what it was asked to, or it is not known whether it did: reading tells. */
public final class RegistryException extends Exception {
    private static final long serialVersionUID = 1L;

    /**
     * With the failure of the store.
     *
     * @param message rule broken, then name=value for each fact
     * @param cause what led to it
     */
    public RegistryException(String message, Throwable cause) {
        super(message, cause);
    }
}
