// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport;

import io.troupe.sp.socket.Protocol;
import io.troupe.sp.socket.SocketOptions;

/**
 * What a transport needs to know of the socket it works for.
 *
 * @param protocol the socket's
 * @param options the socket's
 * @param drops told of each message that a pipe had taken and that will not reach anybody
 */
public record TransportContext(Protocol protocol, SocketOptions options, DropListener drops) {}
