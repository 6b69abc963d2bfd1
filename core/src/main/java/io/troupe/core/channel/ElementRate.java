// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.channel;

/**
 * How fast elements pass a channel. Where they do, senders and receivers do so little per element that two processors lose more by
 * taking the lock, and all that it guards, from each other than they gain by working at the same time. Guarded by the lock of the
 * channel, but for {@link #stepNanos}.
 */
final class ElementRate {
    /** An element takes two steps: it is sent, and it is received. */
    static final int STEPS_PER_LOOK = 256;

    /** So that a buffer which is filled at once is no more than a part of what is seen. */
    static final long NANOS_PER_LOOK = 200_000;

    private long steps;
    private long time;

    /** Written under the lock, read racily; 0 also for who sees the object before its other fields. */
    private volatile long stepNanos;

    /**
     * Nothing is known so far.
     *
     * @param steps since the channel was made
     * @param time of the machine, in nanoseconds
     */
    ElementRate(long steps, long time) {
        this.steps = steps;
        this.time = time;
    }

    /** Whether there are enough steps for another look at the time. */
    boolean isDue(long allSteps) {
        return allSteps - steps >= STEPS_PER_LOOK;
    }

    /** Takes the steps until now into account. */
    void note(long allSteps, long now) {
        long passed = now - time;
        if (passed >= NANOS_PER_LOOK) {
            stepNanos = passed / (allSteps - steps);
            steps = allSteps;
            time = now;
        }
    }

    /** How long a step took when that was seen the last time; 0 before. Any thread. */
    long stepNanos() {
        return stepNanos;
    }
}
