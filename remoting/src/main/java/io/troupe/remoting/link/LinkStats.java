// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.link;

import java.util.List;

/**
 * Counters of a link since it came up, and its targets. A snapshot taken without locks: figures may belong to slightly different moments.
 *
 * @param framesOut frames sent
 * @param framesIn frames received
 * @param bytesOut bytes sent
 * @param bytesIn bytes received
 * @param dropped messages that could not be sent or were refused by the other side
 * @param droppedHeaders how often headers of calls of the other side made no sense and were left out
 * @param naksOut complaints sent
 * @param naksIn complaints received
 * @param heldBytes bytes held back because mailboxes are full
 * @param streams calls, promises, callbacks and streams that are going on
 * @param exports actors of this side that the other side holds, by name or because they were handed over
 * @param imports actors of the other side that this side holds because they were handed over
 * @param roundTripNanos of the latest pings
 * @param targets one per target or stream that is sent to
 */
public record LinkStats(
        long framesOut,
        long framesIn,
        long bytesOut,
        long bytesIn,
        long dropped,
        long droppedHeaders,
        long naksOut,
        long naksIn,
        long heldBytes,
        int streams,
        int exports,
        int imports,
        long roundTripNanos,
        List<TargetStats> targets) {
    /** Nothing has been going on. */
    public static final LinkStats NONE = new LinkStats(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, List.of());

    /** Copies the list. */
    public LinkStats {
        targets = List.copyOf(targets);
    }

    /** Messages that wait to be sent. */
    public long queued() {
        return targets.stream().mapToLong(TargetStats::queued).sum();
    }

    /** How often sending was put off by rate limits. */
    public long paced() {
        return targets.stream().mapToLong(TargetStats::paced).sum();
    }
}
