// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.parallel.queens;

import java.util.Arrays;

/**
 * Boards to be worked on and the solutions of a run. Owned by the master's turns until the run has ended, by the benchmark's
 * thread from then on.
 */
final class Tally {
    private final long[] solutions;
    private long[] boards = new long[1024];
    private int found;
    private int open;

    /**
     * For all runs.
     *
     * @param limit how many solutions to find
     */
    Tally(int limit) {
        solutions = new long[limit];
    }

    void reset() {
        found = 0;
        open = 0;
        add(Board.EMPTY);
    }

    void add(long board) {
        if (open == boards.length) {
            boards = Arrays.copyOf(boards, 2 * open);
        }
        boards[open++] = board;
    }

    /** Whether there is something to work on, and a reason to. */
    boolean hasWork() {
        return open > 0 && found < solutions.length;
    }

    /** The board that was added last: one of those with the most queens. */
    long next() {
        return boards[--open];
    }

    /** Takes a solution, unless there are enough. */
    void solved(long solution) {
        if (found < solutions.length) {
            solutions[found++] = solution;
        }
    }

    /** How many solutions there are. */
    int found() {
        return found;
    }

    /**
     * Checks the solutions of a run.
     *
     * @param all that exist, in ascending order
     * @throws IllegalStateException if one is wrong or was found twice
     */
    void check(long[] all) {
        Arrays.sort(solutions, 0, found);
        int at = 0;
        for (int i = 0; i < found; i++) {
            while (at < all.length && all[at] < solutions[i]) {
                at++;
            }
            if (at == all.length || all[at] != solutions[i]) {
                throw new IllegalStateException("solutions must be right and different: solution="
                        + Long.toHexString(solutions[i]) + ", found=" + found);
            }
            at++;
        }
    }
}
