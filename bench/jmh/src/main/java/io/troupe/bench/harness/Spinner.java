// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.harness;

/** Spins 2000 times, then yields each time: as long as nobody else needs the processor it is as good as spinning. */
public final class Spinner {
    private static final int SPINS = 2000;

    private int rounds;

    /** Begins with spinning. */
    public Spinner() {}

    /** Passes a little time. */
    public void idle() {
        if (rounds < SPINS) {
            rounds++;
            Thread.onSpinWait();
        } else {
            Thread.yield();
        }
    }

    /** There was something to do. */
    public void reset() {
        rounds = 0;
    }
}
