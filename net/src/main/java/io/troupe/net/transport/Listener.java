// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

/** A bound address: a transport accepts connections there until this is closed. Any thread. */
public interface Listener extends AutoCloseable {
    /** {@return the address, with the port that was taken} */
    Address address();

    /** Accepts no more connections, and frees the address. Connections that exist stay. Closing twice is harmless. */
    @Override
    void close();
}
