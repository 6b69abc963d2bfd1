// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.socket;

/** Where a socket can be reached. Thread-safe. */
public interface SocketListener extends AutoCloseable {
    /** The address to dial, with the real port. */
    String uri();

    /** Stops listening; pipes that it brought live on. */
    @Override
    void close();
}
