// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.simulation;

import java.util.Arrays;

/** The next time of every one of a fixed number of things, and which comes first: a tournament tree. */
final class Agenda {
    static final long NEVER = Long.MAX_VALUE;

    private final int leaves;
    private final long[] times;
    private final int[] winner;

    Agenda(int things) {
        int size = 1;
        while (size < things) {
            size *= 2;
        }
        leaves = size;
        times = new long[size];
        winner = new int[2 * size];
        Arrays.fill(times, NEVER);
        for (int i = 0; i < size; i++) {
            winner[size + i] = i;
        }
        for (int i = size - 1; i > 0; i--) {
            winner[i] = winner[2 * i];
        }
    }

    void set(int thing, long time) {
        times[thing] = time;
        for (int at = (leaves + thing) / 2; at > 0; at /= 2) {
            int left = winner[2 * at];
            int right = winner[2 * at + 1];
            winner[at] = times[left] <= times[right] ? left : right;
        }
    }

    int first() {
        return winner[1];
    }

    long time(int thing) {
        return times[thing];
    }
}
