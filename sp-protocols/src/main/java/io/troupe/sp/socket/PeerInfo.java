// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.socket;

import org.jspecify.annotations.Nullable;

/**
 * The peer at the other end of a pipe, as the transport knows it once the handshake is through.
 *
 * @param protocol the protocol of the peer, which fits that of the socket
 * @param local our address, as a URI
 * @param remote the address of the peer, as a URI; for an accepted {@code ipc} or {@code inproc} pipe that of the listener
 * @param accepted whether the peer dialled us; false: we dialled it
 * @param identity the subject of its certificate, or its user on {@code ipc}; null where unknown
 */
public record PeerInfo(Protocol protocol, String local, String remote, boolean accepted, @Nullable String identity) {}
