// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The latest session of each link that others have dialled. A dialler that has given up a connection dials again, and what it has
 * said on the old one may still lie in buffers of the system, to be read by another loop. It must not come behind what is said on the
 * new one, as calls of one sender arrive in order. So a session that comes up stops the one before it. Any thread.
 */
final class LatestSessions {
    private final ConcurrentHashMap<String, Latest> byLink = new ConcurrentHashMap<>();

    LatestSessions() {}

    private record Latest(long number, Session session) {}

    /**
     * A session comes up. When this returns, no earlier one of the same link delivers anything any more; waits for the frame that
     * such a one is at.
     *
     * @param link what the dialler calls it: name, colon, number; null or something else for a dialler that says no such thing
     * @param session on its loop
     * @return false if a later one came up before: this one must deliver nothing
     */
    boolean comesUp(@Nullable String link, Session session) {
        int colon = link == null ? -1 : link.indexOf(':');
        if (link == null || colon < 0) {
            return true;
        }
        long number;
        try {
            number = Long.parseLong(link, colon + 1, link.length(), 10);
        } catch (NumberFormatException e) {
            return true;
        }
        Session[] stopped = {session};
        byLink.compute(name(link), (name, before) -> {
            if (before == null || before.number < number) {
                stopped[0] = before == null ? null : before.session;
                return new Latest(number, session);
            }
            return before;
        });
        Session earlier = stopped[0];
        if (earlier != null && earlier != session) {
            earlier.supersede();
        }
        return earlier != session;
    }

    private static String name(String link) {
        return link.substring(0, link.indexOf(':'));
    }

    /** A session has ended. */
    void ended(@Nullable String link, Session session) {
        if (link != null && link.indexOf(':') >= 0) {
            byLink.computeIfPresent(name(link), (name, latest) -> latest.session == session ? null : latest);
        }
    }
}
