// SPDX-License-Identifier: Apache-2.0
/**
 * Transports over Netty, which is imported here and below only.
 *
 * <pre>
 *   NettyTransport ─ connect → Dial ───┐
 *                  ─ listen  → Accept ─┴→ Pipelines → one ConnectionHandler per channel
 *   Carrier: TcpCarrier ← TlsCarrier, IpcCarrier, InprocCarrier       what differs between the schemes
 *   EventLoops                                                        threads; whether epoll, kqueue or NIO: io.troupe.net
 * </pre>
 *
 * May import: remoting.transport, remoting.transport.netty.channel.
 */
package io.troupe.remoting.transport.netty;
