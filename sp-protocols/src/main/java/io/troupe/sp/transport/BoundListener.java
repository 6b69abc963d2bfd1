// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport;

/** A bound address: accepts connections until it is closed. */
public interface BoundListener extends AutoCloseable {
    /** Where, with the real port. */
    SpAddress address();

    /** Stops listening; pipes live on. */
    @Override
    void close();
}
