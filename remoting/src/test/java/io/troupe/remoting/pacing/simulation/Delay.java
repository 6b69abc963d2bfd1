// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.pacing.simulation;

/** Counts that come out a fixed number of steps after they went in. */
final class Delay {
    private final int[] ring;

    Delay(int steps) {
        ring = new int[steps + 1];
    }

    void put(int n, long step) {
        ring[(int) ((step + ring.length - 1) % ring.length)] += n;
    }

    /** What comes out in this step. To be asked in each step, before what goes in. */
    int take(long step) {
        int slot = (int) (step % ring.length);
        int n = ring[slot];
        ring[slot] = 0;
        return n;
    }
}
