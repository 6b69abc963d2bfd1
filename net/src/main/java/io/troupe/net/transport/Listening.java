// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

/** A socket that accepts connections. Any thread. */
public interface Listening extends AutoCloseable {
    /** Where it listens, with the port that was taken. */
    Address address();

    /** Accepts no more; connections that exist stay. */
    @Override
    void close();
}
