// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.socket;

/**
 * A pipe of a socket: one connection whose handshake is through, and the peer at its other end.
 *
 * @param id the number of the pipe, 1 to 2^31 − 1; a received message carries it, see {@link io.troupe.sp.message.SpMessage#pipe()}
 * @param peer the peer at the other end
 */
public record PipeInfo(int id, PeerInfo peer) {}
