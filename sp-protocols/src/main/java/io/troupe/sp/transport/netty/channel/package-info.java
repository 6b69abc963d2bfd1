// SPDX-License-Identifier: Apache-2.0
/**
 * One connection over Netty: its handshake, then its pipe.
 *
 * <pre>
 *   Hello (SP header) or UpgradeServer, UpgradeClient (HTTP) → Opening → acceptor.attach(ChannelPipe)
 *   offer → Outgoing → Framing.write → channel
 *   channel → Framing (StreamFraming by FrameReader, WebSocketFraming) → Incoming → handler.onMessage
 * </pre>
 *
 * Everything here runs on the connection's loop unless its text says otherwise.
 *
 * <p>May import: transport and what it imports.
 */
package io.troupe.sp.transport.netty.channel;
