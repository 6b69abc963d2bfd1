// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport;

import io.troupe.sp.socket.Protocol;
import io.troupe.sp.socket.SocketOptions;

/**
 * The socket that a transport works for, as far as the transport needs to know it.
 *
 * @param protocol the protocol of the socket; a peer must have {@link Protocol#peer}
 * @param options the options of the dialer or listener
 * @param drops told of each message that a pipe had taken and that will not reach anybody
 */
public record TransportContext(Protocol protocol, SocketOptions options, DropListener drops) {}
