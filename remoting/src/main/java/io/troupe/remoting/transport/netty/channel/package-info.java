// SPDX-License-Identifier: Apache-2.0
/**
 * One connection on its loop, whatever carries it.
 *
 * <pre>
 *   socket ── OrderlyClose ── [SslHandler] ── ConnectionHandler ─┬ Incoming → ConnectionListener
 *   inproc ── InprocHandler ──────────────────────┘              └ NettyConnection → Outgoing → back to the left
 * </pre>
 *
 * May import: remoting.transport, remoting.value.
 */
package io.troupe.remoting.transport.netty.channel;
