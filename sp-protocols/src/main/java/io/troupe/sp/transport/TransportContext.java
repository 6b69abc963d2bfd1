// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport;

import io.troupe.sp.socket.Protocol;
import io.troupe.sp.socket.SocketOptions;

/**
 * The socket that a transport works for: its protocol, its options, and who is told of drops.
 *
 * @param protocol the socket's
 * @param options the socket's
 * @param drops told of each message that a pipe had taken and that will not reach anybody
 */
public record TransportContext(Protocol protocol, SocketOptions options, DropListener drops) {}
