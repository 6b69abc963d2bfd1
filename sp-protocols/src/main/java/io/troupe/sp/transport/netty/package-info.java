// SPDX-License-Identifier: Apache-2.0
/**
 * Pipes over TLS ({@code tls+tcp}), WebSocket ({@code ws}, {@code wss}) and sockets of Linux that have no file
 * ({@code abstract}). The only place of this module that knows Netty, since the buffers of Netty are turned into messages here;
 * loops, TLS and dialling are of {@code io.troupe.net}.
 *
 * <pre>
 *   dial:   NettyTransport → HostDialler → ConnectionAttempt ─┐
 *   listen: NettyTransport → SharedPorts → SharedPort ────────┤ TCP, then TLS
 *           AbstractTransport ────────────────────────────────┴→ SpHeaderHandler, UpgradeClient or UpgradeServer → ChannelPipe
 *
 *   channel ── FramingHandler (Stream-, WebSocket-) ─┬ RefusedMessages → PipeHandler
 *                                                    └ ChannelPipe → ChannelSendQueue → back to the left
 * </pre>
 *
 * Addresses: {@code tls+tcp://host:port}, {@code ws://host:port/path}, {@code wss://host:port/path}. The host {@code *} (or
 * none) listens on all interfaces, IPv6 addresses stand in brackets, port 0 takes a free one. Without a port it is 80 or 443 for
 * WebSocket, without a path {@code /}. Paths are significant: several listeners, also of different sockets, may share a host and
 * port if their paths differ and their TLS files do not. There is no fallback to plain text.
 *
 * <p>May import: message, socket, transport.
 */
package io.troupe.sp.transport.netty;
