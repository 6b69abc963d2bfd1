// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.socket;

/**
 * A connection of a socket.
 *
 * @param id its number, which received messages carry
 * @param peer who is at its other end
 */
public record PipeInfo(int id, PeerInfo peer) {}
