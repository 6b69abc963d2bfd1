// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import java.util.ArrayDeque;

/**
 * Bytes that one link has put into a mailbox and that have not been worked off. A message is worked off at the latest when its
 * cell has delivered as many as were there before it, and itself; others may send to the same mailbox meanwhile. Loop only.
 */
final class UnprocessedBytes {
    /** Small messages that follow each other count together. */
    private static final int TOGETHER = 4096;

    private final ArrayDeque<Part> parts = new ArrayDeque<>();
    private long bytes;

    /** Some messages. */
    private static final class Part {
        private long bytes;
        private long deliveredAt;
    }

    /**
     * A message was put.
     *
     * @param weight bytes
     * @param deliveredAt count of deliveries of the cell at which it has been worked off
     */
    void add(int weight, long deliveredAt) {
        Part last = parts.peekLast();
        if (last == null || last.bytes + weight > TOGETHER) {
            last = new Part();
            parts.add(last);
        }
        last.bytes += weight;
        last.deliveredAt = deliveredAt;
        bytes += weight;
    }

    /** The cell has delivered so many: returns how many bytes have been worked off since the last call. */
    long workedOff(long delivered) {
        long before = bytes;
        for (Part next = parts.peek(); next != null && delivered - next.deliveredAt >= 0; next = parts.peek()) {
            parts.poll();
            bytes -= next.bytes;
        }
        return before - bytes;
    }

    /** Nothing counts any more: returns how many bytes did. */
    long clear() {
        long before = bytes;
        parts.clear();
        bytes = 0;
        return before;
    }

    /** Bytes that have not been worked off. */
    long bytes() {
        return bytes;
    }
}
