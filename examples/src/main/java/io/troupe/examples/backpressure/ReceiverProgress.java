// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.backpressure;

import io.troupe.examples.backpressure.Gauge.Reading;
import org.jspecify.annotations.Nullable;

/** The progress of a receiver, sample by sample. One thread. */
final class ReceiverProgress {
    private static final double NANOS = 1e9;
    /** Two readings closer to each other than this say nothing about a rate. */
    private static final long SHORTEST_NANOS = 25_000_000;
    /** So many looks without news: it does nothing. */
    private static final int SILENT = 2;

    private final Receiver receiver;
    private @Nullable Reading now;
    private long doneBefore;
    private double rate;
    private int silent;

    ReceiverProgress(Receiver receiver) {
        this.receiver = receiver;
    }

    /** Counts from here on. */
    void begin() {
        doneBefore += done();
    }

    /** Takes in what has come, and asks again. */
    void look() {
        Reading next = receiver.latest();
        Reading last = now;
        if (next != null && (last == null || next.nanos() - last.nanos() >= SHORTEST_NANOS)) {
            rate = last == null ? 0 : (next.done() - last.done()) * NANOS / (next.nanos() - last.nanos());
            now = next;
            silent = 0;
        } else if (++silent > SILENT) {
            rate = 0;
        }
        receiver.look();
    }

    /** Messages done since the beginning. */
    long done() {
        Reading known = now;
        return known == null ? 0 : known.done() - doneBefore;
    }

    /** Messages per second lately. */
    double rate() {
        return rate;
    }

    long queued() {
        Reading known = now;
        return known == null ? 0 : known.queued();
    }

    long heap() {
        Reading known = now;
        return known == null ? 0 : known.heapBytes();
    }
}
