// SPDX-License-Identifier: Apache-2.0
/**
 * The seam between patterns and transports, and what users are told of connections.
 *
 * <pre>
 *   pattern → Pipe.offer → transport → wire → transport → PipeHandler.onMessage → pattern
 *   pipe comes or goes → PipeListener (PipeInfo: number, PeerInfo)
 * </pre>
 *
 * May import: message, protocol.
 */
package io.troupe.sp.pipe;
