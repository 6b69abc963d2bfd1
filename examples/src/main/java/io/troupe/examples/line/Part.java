// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.line;

/** What lies in a slot of the line: one object per slot, used again for each element. */
final class Part {
    /** Which element it is, from 0. */
    long number;

    /** Stations that it has passed. */
    int stations;

    /** Begins a new element. */
    void begin(long newNumber) {
        number = newNumber;
        stations = 0;
    }

    /** Is worked on by a station; counts only if the one before has done its part. */
    void pass(int station) {
        if (stations == station) {
            stations++;
        }
    }
}
