// SPDX-License-Identifier: Apache-2.0
/**
 * The interfaces between sockets and transports, for those who write a transport. Each transport is a service
 * ({@code SpTransport}) in a package of its own, here or in another module.
 *
 * <pre>
 *   socket → SpTransport.bind, connect → handshake → PipeAcceptor.attach(Pipe)
 *   socket → Pipe.offer → wire → the peer's Pipe → PipeHandler.onMessage → socket
 * </pre>
 *
 * May import: message, socket.
 */
package io.troupe.sp.transport;
