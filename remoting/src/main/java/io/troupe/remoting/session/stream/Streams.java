// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session.stream;

import io.troupe.core.error.LinkLost;
import io.troupe.remoting.table.LongTable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The conversations of a link by number. The dialler's numbers are odd, the acceptor's even; none is used twice. Loop only.
 */
public final class Streams {
    private static final Logger LOG = LoggerFactory.getLogger(Streams.class);

    private final LongTable<StreamEnd> byId = new LongTable<>();
    private final List<Long> marked = new ArrayList<>();
    private final List<Long> accepted = new ArrayList<>();
    private long next;

    /** None yet. */
    public Streams(boolean dialler) {
        next = dialler ? 1 : 2;
    }

    /** A new number of this side. */
    public long open(StreamEnd end) {
        long stream = next;
        next += 2;
        byId.put(stream, end);
        return stream;
    }

    /** A new number for something inside of a frame that is being encoded. */
    public long openInside(StreamEnd end) {
        long stream = open(end);
        marked.add(stream);
        return stream;
    }

    /** Notes the near end of a number that the other side has chosen. */
    public void accept(long stream, StreamEnd end) {
        byId.put(stream, end);
        accepted.add(stream);
    }

    /** Removes what the other side has opened since the mark; returns the numbers. */
    public List<Long> acceptedSinceMark() {
        List<Long> refused = List.copyOf(accepted);
        accepted.clear();
        refused.forEach(byId::remove);
        return refused;
    }

    /** Whether the other side may choose this number. */
    public boolean isForeign(long stream) {
        return stream > 0 && (stream & 1) != (next & 1);
    }

    /** The near end of a stream, or null. */
    @Nullable
    public StreamEnd find(long stream) {
        return byId.get(stream);
    }

    /** Removes a stream; returns its near end, or null. */
    @Nullable
    public StreamEnd close(long stream) {
        return byId.remove(stream);
    }

    /** How many are going on. */
    public int size() {
        return byId.size();
    }

    /** From here on new streams can be taken back. */
    public void mark() {
        accepted.clear();
        marked.clear();
    }

    /** Takes back the streams opened inside of a frame since the mark. */
    public void rollback() {
        for (long stream : marked) {
            byId.remove(stream);
        }
        marked.clear();
    }

    /** The link has ended. Whatever one of them throws, all others are told, and so is the link. */
    public void lost(LinkLost cause) {
        for (StreamEnd end : byId.clear()) {
            try {
                end.onLost(cause);
            } catch (Throwable e) { // a callback of the application, which may be written by hand
                LOG.error("who is told of the end of a link must not fail: cause={}", cause.getMessage(), e);
            }
        }
    }
}
