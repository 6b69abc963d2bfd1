// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.locality;

/**
 * Measures how long an actor waits for its next message to begin, the first one from the beginning of the batch. Costs one
 * reading of the clock per message, so the batches whose time counts are not watched.
 */
final class Watch {
    private long seen;
    private long longest;

    /**
     * Begins to watch.
     *
     * @param start of the batch
     */
    Watch(long start) {
        seen = start;
    }

    /** A message begins. */
    void onMessage() {
        long now = System.nanoTime();
        longest = Math.max(longest, now - seen);
        seen = now;
    }

    /** In nanoseconds. */
    long longest() {
        return longest;
    }
}
