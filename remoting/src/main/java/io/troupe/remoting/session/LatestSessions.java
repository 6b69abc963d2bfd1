// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The latest session of each link that others have dialled. A dialler that has given up a connection dials again, and what it has
 * said on the old one may still lie in buffers of the system, to be read by another loop. It must not come behind what is said
 * on the new one, as calls of one sender arrive in order. So a session that comes up stops the one before it. Any thread.
 */
final class LatestSessions {
    private final Map<String, Latest> byLink = new HashMap<>(); // guarded by this

    LatestSessions() {}

    private record Latest(Dialling dialling, Session session) {}

    /**
     * How often a link has been dialled.
     *
     * @param link which the dialler made up
     * @param number grows
     */
    record Dialling(String link, long number) {
        /**
         * What a greeting says.
         *
         * @param text link, colon, number
         * @return null if it says no such thing
         */
        static @Nullable Dialling of(@Nullable String text) {
            int colon = text == null ? -1 : text.indexOf(':');
            if (text == null || colon < 0) {
                return null;
            }
            try {
                return new Dialling(text.substring(0, colon), Long.parseLong(text, colon + 1, text.length(), 10));
            } catch (NumberFormatException e) {
                return null;
            }
        }
    }

    /**
     * A session comes up. When this returns, no earlier one of the same link delivers anything any more; waits for the frame that
     * such a one is at.
     *
     * @param session on its loop
     * @return false if a later one came up before: this one must deliver nothing
     */
    boolean comesUp(Dialling dialling, Session session) {
        Latest before;
        synchronized (this) {
            before = byLink.get(dialling.link);
            if (before != null && before.dialling.number >= dialling.number) {
                return false;
            }
            byLink.put(dialling.link, new Latest(dialling, session));
        }
        if (before != null) {
            before.session.supersede();
        }
        return true;
    }

    /** A session has ended. */
    synchronized void ended(Dialling dialling, Session session) {
        Latest latest = byLink.get(dialling.link);
        if (latest != null && latest.session == session) {
            byLink.remove(dialling.link);
        }
    }
}
