// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.remoting.outbound.OutCell;
import io.troupe.remoting.outbound.OutStats;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * What has been going on over a link since it came up; read racily.
 *
 * @param framesOut frames sent
 * @param framesIn frames received
 * @param bytesOut bytes sent
 * @param bytesIn bytes received
 * @param dropped messages that could not be sent or were refused by the other side
 * @param naksOut complaints sent
 * @param naksIn complaints received
 * @param heldBytes bytes held back because mailboxes are full
 * @param streams calls, promises, callbacks and streams that are going on
 * @param exports actors of this side that the other side holds, by name or because they were handed over
 * @param imports actors of the other side that this side holds because they were handed over
 * @param roundTripNanos of the latest pings
 * @param targets one per target or stream that is sent to
 */
public record SessionStats(
        long framesOut,
        long framesIn,
        long bytesOut,
        long bytesIn,
        long dropped,
        long naksOut,
        long naksIn,
        long heldBytes,
        int streams,
        int exports,
        int imports,
        long roundTripNanos,
        List<OutStats> targets) {
    /** Nothing has been going on. */
    public static final SessionStats NONE = new SessionStats(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, List.of());

    /** Copies the list. */
    public SessionStats {
        targets = List.copyOf(targets);
    }

    static SessionStats of(Session session, Collection<OutCell> cells, long framesIn, long bytesIn) {
        List<OutStats> targets = new ArrayList<>();
        for (OutCell cell : cells) {
            targets.add(cell.stats());
        }
        targets.sort(Comparator.comparing(OutStats::target));
        return new SessionStats(
                session.writer().framesOut(),
                framesIn,
                session.writer().bytesOut(),
                bytesIn,
                session.sending().dropped(),
                session.gates().naks(),
                session.sending().naksIn(),
                session.gates().heldBytes(),
                session.streams().size(),
                session.exports().size(),
                session.imports().size(),
                session.roundTrip(),
                targets);
    }

    /** Messages that wait to be sent. */
    public long queued() {
        return targets.stream().mapToLong(OutStats::queued).sum();
    }

    /** How often sending was put off by rate limits. */
    public long paced() {
        return targets.stream().mapToLong(OutStats::paced).sum();
    }
}
