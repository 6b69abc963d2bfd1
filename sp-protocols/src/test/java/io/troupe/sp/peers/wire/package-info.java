// SPDX-License-Identifier: Apache-2.0
/**
 * Peers made of bytes: raw connections that write and expect exactly what a test says, valid or not.
 *
 * <pre>
 * WirePeer.dial(uri) or WireListener.open(scheme).accept()   tcp and ipc: bytes, frames
 * WireWebSocket.dial(uri, …) or accept(WirePeer)             ws: upgrade by hand, frames
 * GoldenBytes                                                what real peers send, in hex
 * </pre>
 *
 * <p>Bytes are written as text of hex digits with any spaces: {@code "00 53 50 00"}. May import: io.troupe.sp.peers.
 */
package io.troupe.sp.peers.wire;
