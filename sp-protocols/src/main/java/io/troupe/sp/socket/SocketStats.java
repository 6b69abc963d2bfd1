// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.socket;

import java.util.Map;

/**
 * The counters of a socket since it was opened, closed pipes included. {@link SpSocket#stats} reads them.
 *
 * @param pipes pipes that are connected now
 * @param connected pipes that have ever been connected
 * @param rejected connections turned away by the handshake, the protocol or a {@link PipeListener}
 * @param sent messages handed to pipes; a message to several peers counts once (PUB, BUS) or for each (SURVEYOR)
 * @param received messages handed to the user
 * @param bytesSent bytes in the bodies of the messages sent
 * @param bytesReceived bytes in the bodies of the messages received
 * @param resent requests sent again
 * @param dropped messages that were dropped, by reason; reasons that never occurred are absent
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

    /**
     * Copies the map of drops; checks nothing.
     *
     * @param pipes 0 or more
     * @param connected 0 or more
     * @param rejected 0 or more
     * @param sent 0 or more
     * @param received 0 or more
     * @param bytesSent 0 or more
     * @param bytesReceived 0 or more
     * @param resent 0 or more
     * @param dropped values of 1 or more
     */
    public SocketStats {
        dropped = Map.copyOf(dropped);
    }

    /**
     * {@return how many messages were dropped for this reason, 0 or more}
     *
     * @param cause the reason
     */
    public long dropped(DropReason cause) {
        return dropped.getOrDefault(cause, 0L);
    }
}
