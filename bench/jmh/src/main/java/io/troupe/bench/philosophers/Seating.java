// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.philosophers;

/** Which forks a seat needs, and in what order. */
final class Seating {
    private Seating() {}

    /**
     * Number of a fork; fork n lies to the left of seat n.
     *
     * @param first whether it is the one that the seat takes first: the right one at even seats, the left one at odd
     */
    static int fork(int seat, boolean first, int seats) {
        boolean right = seat % 2 == 0 == first;
        return right ? (seat + 1) % seats : seat;
    }
}
