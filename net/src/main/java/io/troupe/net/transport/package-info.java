// SPDX-License-Identifier: Apache-2.0
/**
 * Bytes between two ends, in order and without gaps: {@link io.troupe.net.transport.Transport} is a supported port, and sockets
 * are one way to be it. Whoever brings another one, say a simulated network, implements {@code Transport} and
 * {@code Connection}.
 *
 * <pre>
 *   Transport → connect, listen → Connection (write, flush, schedule)
 *                                 ConnectionListener (onOpen, onBytes, onWritable, onClose): always on the loop of the connection
 *
 *   Transport ── connect → Dialler ──┐
 *   (Socket-) ── listen → Acceptor ──┴→ ChannelSetup → one pipeline per connection:
 *
 *   socket ── OrderlyClose ── [TLS] ── ConnectionHandler ─┬ ReceiveBuffer → ConnectionListener
 *   inproc ── InprocHandler ──────────────────┘           └ NettyConnection → SendBuffer → back to the left
 *
 *   SchemeChannels: TcpChannels ← TlsChannels, IpcChannels, InprocChannels      what differs between the schemes of addresses
 * </pre>
 *
 * May import: net.netty.
 */
package io.troupe.net.transport;
