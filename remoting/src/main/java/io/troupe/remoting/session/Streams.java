// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.error.LinkLost;
import io.troupe.remoting.table.LongTable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The conversations of a link by number. The dialler's numbers are odd, the acceptor's even; none is used twice. Loop only.
 */
final class Streams {
    private final LongTable<StreamEnd> byId = new LongTable<>();
    private final List<Long> marked = new ArrayList<>();
    private final List<Long> accepted = new ArrayList<>();
    private long next;

    Streams(boolean dialler) {
        next = dialler ? 1 : 2;
    }

    /** A new number of this side. */
    long open(StreamEnd end) {
        long stream = next;
        next += 2;
        byId.put(stream, end);
        return stream;
    }

    /** A new number for something inside of a frame that is being encoded. */
    long openInside(StreamEnd end) {
        long stream = open(end);
        marked.add(stream);
        return stream;
    }

    /** Notes the near end of a number that the other side has chosen. */
    void accept(long stream, StreamEnd end) {
        byId.put(stream, end);
        accepted.add(stream);
    }

    /** Removes what the other side has opened since the mark; returns the numbers. */
    List<Long> acceptedSinceMark() {
        List<Long> refused = List.copyOf(accepted);
        accepted.clear();
        refused.forEach(byId::remove);
        return refused;
    }

    /** Whether the other side may choose this number. */
    boolean isForeign(long stream) {
        return stream > 0 && (stream & 1) != (next & 1);
    }

    @Nullable
    StreamEnd find(long stream) {
        return byId.get(stream);
    }

    @Nullable
    StreamEnd close(long stream) {
        return byId.remove(stream);
    }

    int size() {
        return byId.size();
    }

    void mark() {
        accepted.clear();
        marked.clear();
    }

    void rollback() {
        for (long stream : marked) {
            byId.remove(stream);
        }
        marked.clear();
    }

    void lost(LinkLost cause) {
        for (StreamEnd end : byId.clear()) {
            end.onLost(cause);
        }
    }
}
