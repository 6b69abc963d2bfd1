// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.remoting.link.LinkLoss;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Told about one session: the port of the session to its link. On the loop. */
interface SessionListener {
    /** What this side says of itself in its first frame. */
    Map<String, String> properties();

    /**
     * Both sides have said hello; calls may go both ways.
     *
     * @param session that is up
     * @param peer what the other side says of itself
     */
    void onUp(Session session, Map<String, String> peer);

    /**
     * The session has ended; everything that waited for it has been told.
     *
     * @param session that has ended
     * @param cause in words, or null if one of the two sides closed it
     */
    void onDown(Session session, @Nullable String cause);

    /**
     * One of the two sides has said that it goes: no new calls are sent to it.
     *
     * @param session that will end
     * @param loss why, and where to go instead
     * @param byPeer whether it is the other side
     */
    void onDraining(Session session, LinkLoss loss, boolean byPeer);

    /**
     * The other side opens a stream.
     *
     * @param link over which
     * @param name of the handler
     * @param stream its number
     * @return the near end; null if there is no such handler
     */
    @Nullable
    StreamHandler onOpen(ItemStreams link, String name, long stream);
}
