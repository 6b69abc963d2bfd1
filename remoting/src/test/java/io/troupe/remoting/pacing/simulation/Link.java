// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.pacing.simulation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** TCP: delay, a window of messages under way or unread, and order, so that what nobody reads is in the way of the rest. */
final class Link {
    static final double LINE_RATE = 2_000_000;

    final long rtt;
    final List<Flow> flows = new ArrayList<>();

    private final int window;
    private final int perStep;
    private final long stepNanos;
    private final Delay acks;
    private final ArrayDeque<Segment> segments = new ArrayDeque<>();
    /** From then on nobody over there reads, nor says anything. */
    long deadFrom = Long.MAX_VALUE;

    private int outstanding;
    private int sentInStep;

    private static final class Segment {
        final Flow flow;
        final long at;
        int left;

        Segment(Flow flow, long at, int left) {
            this.flow = flow;
            this.at = at;
            this.left = left;
        }
    }

    Link(long rtt, long stepNanos, int window) {
        this.rtt = rtt;
        this.window = window;
        this.stepNanos = stepNanos;
        perStep = (int) (LINE_RATE * stepNanos / 1e9);
        acks = new Delay((int) Math.max(1, rtt / 2 / stepNanos));
    }

    int room() {
        return Math.max(0, Math.min(window - outstanding, perStep - sentInStep));
    }

    void put(Flow flow, int n, long step) {
        outstanding += n;
        sentInStep += n;
        segments.add(new Segment(flow, step * stepNanos + rtt / 2, n));
    }

    void begin(long step) {
        sentInStep = 0;
        outstanding -= acks.take(step);
    }

    /** The receiver reads what has arrived, in order, until a queue is full. */
    void read(long now, long step) {
        int read = 0;
        Iterator<Segment> arrived = segments.iterator();
        while (now < deadFrom && arrived.hasNext()) {
            Segment segment = arrived.next();
            if (segment.at > now) {
                break;
            }
            int n = Math.min(segment.left, segment.flow.queue.room());
            if (n > 0) {
                segment.flow.enqueue(n, now);
                segment.left -= n;
                read += n;
            }
            if (segment.left > 0) {
                break;
            }
            arrived.remove();
        }
        acks.put(read, step);
    }
}
