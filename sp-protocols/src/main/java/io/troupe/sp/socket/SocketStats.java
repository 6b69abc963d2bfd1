// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.socket;

import java.util.Map;

/**
 * What a socket has done since it was opened, closed pipes included.
 *
 * @param pipes connected now
 * @param connected pipes there have ever been
 * @param rejected connections turned away: by the handshake, the pattern or the user
 * @param sent messages handed to pipes
 * @param received messages handed to the user
 * @param bytesSent their bodies
 * @param bytesReceived their bodies
 * @param resent requests sent again
 * @param dropped what was dropped, by cause; causes that never happened are absent
 */
public record SocketStats(
        int pipes,
        long connected,
        long rejected,
        long sent,
        long received,
        long bytesSent,
        long bytesReceived,
        long resent,
        Map<DropReason, Long> dropped) {

    /** Copies the map. */
    public SocketStats {
        dropped = Map.copyOf(dropped);
    }

    /** How many were dropped for this cause. */
    public long dropped(DropReason cause) {
        return dropped.getOrDefault(cause, 0L);
    }
}
