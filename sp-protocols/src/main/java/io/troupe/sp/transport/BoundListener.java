// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport;

/** An address at which a transport listens: it accepts connections until it is closed. {@link SpTransport#bind} makes it. Thread-safe. */
public interface BoundListener extends AutoCloseable {
    /** {@return the address to dial, with the real port} */
    SpAddress address();

    /** Stops listening and frees the address. Pipes that were accepted stay open. Closing twice is harmless. */
    @Override
    void close();
}
