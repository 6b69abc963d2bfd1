// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.footprint;

import io.troupe.bench.harness.Completion;
import org.HdrHistogram.Histogram;

/** The time between one ball and the next, kept by the player who measures. Owned by that player. */
final class RoundTrips {
    private final Completion completion = new Completion();
    private final Histogram nanos = new Histogram(3);
    private final int count;
    private final int warmUp;
    private int played;
    private long start;

    RoundTrips(int warmUp, int count) {
        this.warmUp = warmUp;
        this.count = count;
    }

    /** Takes the time; says whether to go on. */
    boolean ball() {
        long now = System.nanoTime();
        if (played > warmUp) {
            nanos.recordValue(now - start);
        }
        if (played++ == warmUp + count) {
            completion.complete(nanos.getTotalCount());
            return false;
        }
        start = System.nanoTime(); // recording is not part of the trip
        return true;
    }

    /** Sleeps until all trips are made. */
    Histogram await() {
        completion.await(count);
        return nanos;
    }
}
