// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.socket;

import org.jspecify.annotations.Nullable;

/**
 * The peer at the other end of a pipe.
 *
 * @param protocol its protocol
 * @param local our address, as a URI
 * @param remote its address, as a URI; for an accepted {@code ipc} or {@code inproc} pipe the listener's
 * @param accepted whether it dialled us
 * @param identity the subject of its certificate, or its user on {@code ipc}; null where unknown
 */
public record PeerInfo(Protocol protocol, String local, String remote, boolean accepted, @Nullable String identity) {}
