// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.channel;

/**
 * How fast elements pass a channel. Where they pass fast, its senders and receivers do so little per element that two processors lose
 * more by taking the lock, and all that it guards, from each other than they gain by working at the same time. Guarded by the lock of
 * the channel.
 */
final class ElementRate {
    /** An element takes two steps: it is sent, and it is received. */
    static final int STEPS_PER_LOOK = 256;

    /** Most time of a step that is fast: about what it takes when two processors fight for the lock. */
    static final long FAST_NANOS = 150;

    private long steps;
    private long time;
    private boolean fast;

    /**
     * Whether they pass fast.
     *
     * @param allSteps since the channel was made
     * @param now time of the machine, in nanoseconds
     */
    boolean isFast(long allSteps, long now) {
        long newSteps = allSteps - steps;
        if (newSteps >= STEPS_PER_LOOK) {
            fast = now - time < newSteps * FAST_NANOS;
            steps = allSteps;
            time = now;
        }
        return fast;
    }
}
