// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.socket;

/** An address at which a socket listens, until it is closed. Thread-safe. */
public interface SocketListener extends AutoCloseable {
    /** The address to dial, with the real port. */
    String uri();

    /** Stops listening; pipes that it brought live on. */
    @Override
    void close();
}
