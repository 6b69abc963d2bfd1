// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport;

import io.troupe.sp.socket.SocketHost;
import io.troupe.sp.socket.SpException;

/** A {@link SocketHost} whose sockets are connected by transports of its own, such as one machine of a simulated network. */
public interface TransportHost extends SocketHost {
    /**
     * Finds the transport for an address.
     *
     * @param scheme in lower case, such as {@code tcp}
     * @return the transport, which stays the host's: sockets do not close it
     * @throws SpException ADDRESS_INVALID when there is none
     */
    SpTransport transport(String scheme);
}
