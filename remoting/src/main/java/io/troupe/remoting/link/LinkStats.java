// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.link;

import java.util.List;

/**
 * The counters of a link since it came up, and of its targets. A snapshot taken without locks: figures may belong to
 * slightly different moments.
 *
 * @param framesOut frames sent
 * @param framesIn frames received
 * @param bytesOut bytes sent
 * @param bytesIn bytes received
 * @param dropped messages that could not be sent or were refused by the other side
 * @param droppedHeaders calls of the other side whose headers were malformed and were left out
 * @param naksOut negative acknowledgements sent: this side could not keep up
 * @param naksIn negative acknowledgements received: the other side could not keep up
 * @param heldBytes bytes held back because mailboxes are full
 * @param streams calls, promises, callbacks and streams that are under way
 * @param exports actors of this side that the other side holds, by name or because they were handed over
 * @param imports actors of the other side that this side holds because they were handed over
 * @param roundTripNanos round trip of the latest pings, in nanoseconds; 1 ms before the first
 * @param targets counters of each target or stream that this side sends to
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
    /** The counters of a link that is down: all zero. */
    public static final LinkStats NONE = new LinkStats(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, List.of());

    /**
     * Copies the list of targets.
     *
     * @param framesOut frames sent
     * @param framesIn frames received
     * @param bytesOut bytes sent
     * @param bytesIn bytes received
     * @param dropped messages not sent or refused
     * @param droppedHeaders calls with malformed headers
     * @param naksOut negative acknowledgements sent
     * @param naksIn negative acknowledgements received
     * @param heldBytes bytes held back
     * @param streams conversations under way
     * @param exports actors that the other side holds
     * @param imports actors that this side holds
     * @param roundTripNanos nanoseconds
     * @param targets is copied
     */
    public LinkStats {
        targets = List.copyOf(targets);
    }

    /** {@return messages that wait to be sent, to all targets} */
    public long queued() {
        return targets.stream().mapToLong(TargetStats::queued).sum();
    }

    /** {@return how often rate limits have put off sending, to all targets} */
    public long paced() {
        return targets.stream().mapToLong(TargetStats::paced).sum();
    }
}
