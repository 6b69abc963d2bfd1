// SPDX-License-Identifier: Apache-2.0
/**
 * Pipes over TLS ({@code tls+tcp}) and WebSocket ({@code ws}, {@code wss}), by Netty; the only place that knows it.
 *
 * <pre>
 *   dial:   NettyTransport → Dial → TCP → TLS → HTTP upgrade or SP header → pipe
 *   listen: NettyTransport → Ports → Port → its listener (ws: by path) → the same steps → pipe
 * </pre>
 *
 * Addresses: {@code tls+tcp://host:port}, {@code ws://host:port/path}, {@code wss://host:port/path}. The host {@code *} (or
 * none) listens on all interfaces, IPv6 addresses stand in brackets, port 0 takes a free one. Without a port it is 80 or 443 for
 * WebSocket, without a path {@code /}. Paths are significant: several listeners, also of different sockets, may share a host and
 * port if their paths differ and their TLS files do not. There is no fallback to plain text.
 *
 * <p>May import: transport and what it imports, transport.netty.channel.
 */
package io.troupe.sp.transport.netty;
