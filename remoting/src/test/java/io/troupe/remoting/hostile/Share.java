// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.hostile;

import java.util.concurrent.locks.LockSupport;

/**
 * At most a part of a processor for one thread that never waits: a token bucket that fills with time and is emptied by the time
 * between two payments.
 */
final class Share {
    /** What may be saved up: a burst. */
    private static final long MOST_NANOS = 5_000_000;

    private final double part;
    private double tokens;
    private long since = System.nanoTime();

    /** For the calling thread; a part of 1 is one processor. */
    Share(double part) {
        this.part = part;
    }

    /** Waits until the time since the last call has been paid for. */
    void pay() {
        long now = System.nanoTime();
        tokens -= (1 - part) * (now - since);
        since = now;
        while (tokens < 0) {
            LockSupport.parkNanos((long) (-tokens / part) + 1);
            now = System.nanoTime();
            tokens = Math.min(MOST_NANOS, tokens + part * (now - since));
            since = now;
        }
    }
}
