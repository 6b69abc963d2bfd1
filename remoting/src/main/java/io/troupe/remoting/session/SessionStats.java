// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.remoting.link.LinkStats;
import io.troupe.remoting.link.TargetStats;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** What the parts of a session have counted, put together for users. Any thread; racy. */
final class SessionStats {
    private SessionStats() {}

    static LinkStats of(Session session, Collection<OutCell> cells, long framesIn, long bytesIn) {
        List<TargetStats> targets = new ArrayList<>();
        for (OutCell cell : cells) {
            targets.add(cell.stats());
        }
        targets.sort(Comparator.comparing(TargetStats::target));
        return new LinkStats(
                session.writer().framesOut(),
                framesIn,
                session.writer().bytesOut(),
                bytesIn,
                session.sending().dropped(),
                session.headers().dropped(),
                session.gates().naks(),
                session.complaints().received(),
                session.gates().heldBytes(),
                session.streams().size(),
                session.exports().size(),
                session.imports().size(),
                session.roundTrip(),
                targets);
    }
}
