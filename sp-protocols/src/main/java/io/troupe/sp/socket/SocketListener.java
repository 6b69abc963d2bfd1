// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.socket;

/**
 * An address at which a socket listens; {@link SpSocket#listen} opens it. Closing it, or the socket, ends it. Thread-safe.
 */
public interface SocketListener extends AutoCloseable {
    /** {@return the address to dial, with the port that was taken where port 0 was asked for} */
    String uri();

    /** Stops listening and frees the address. The pipes that this listener accepted stay open. Closing twice is harmless. */
    @Override
    void close();
}
