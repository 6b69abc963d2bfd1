// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

/**
 * Chooses what to sample: one in {@code distance}, at random intervals, because cells that take turns would beat with a fixed
 * one. The distance adapts so that about a hundred samples come between two looks of the balancer. One thread only, except
 * for {@link #looked}.
 */
final class SampleInterval {
    private static final int PLENTY = 128;
    private static final int FEW = 48;
    /** What takes 20 ns is timed rarely enough; what becomes slow all of a sudden is noticed after so many turns. */
    private static final int LONGEST = 256;

    private final XorShift dice;
    private int left;
    private int distance = 1;
    private int taken;
    private int seenLook;

    /** Counted by the balancer, compared by the worker. */
    private volatile int looks;

    SampleInterval(int seed) {
        dice = new XorShift(seed);
    }

    /** Whether the next one is to be sampled. */
    boolean isDue() {
        return --left < 0;
    }

    /** Notes a sample; returns how many it stands for. */
    int take() {
        int weight = distance;
        taken++;
        if (looks != seenLook) {
            seenLook = looks;
            if (taken < FEW) {
                distance = Math.max(1, distance / 2);
            }
            taken = 0;
        } else if (taken >= PLENTY) {
            distance = Math.min(LONGEST, distance * 2);
            taken = 0;
        }
        left = distance == 1 ? 0 : dice.below(2 * distance - 1); // mean: distance − 1
        return weight;
    }

    /** After a rest everything is looked at again: what comes now may be slow. */
    void restart() {
        distance = 1;
        left = 0;
        taken = 0;
    }

    /** The balancer has looked. Any thread. */
    void looked() {
        int before = looks; // one balancer only
        looks = before + 1;
    }
}
