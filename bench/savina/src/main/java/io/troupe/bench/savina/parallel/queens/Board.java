// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.parallel.queens;

import java.util.function.LongConsumer;
import java.util.stream.LongStream;

/**
 * Boards as plain numbers: four bits per column, from the lowest, hold the row of its queen; the highest eight hold the
 * number of queens.
 *
 * @param size rows and columns, 4 to 14
 */
record Board(int size) {
    /** Without queens. */
    static final long EMPTY = 0;

    private static final int ROW_BITS = 4;
    private static final int ROW_MASK = 15;
    private static final int COUNT_SHIFT = 56;

    /** How many queens stand. */
    static int queens(long board) {
        return (int) (board >>> COUNT_SHIFT);
    }

    /** Sets the next queen in all ways that are possible. */
    void extend(long board, LongConsumer to) {
        int column = queens(board);
        for (int row = 0; row < size; row++) {
            if (safe(board, column, row)) {
                to.accept((board + (1L << COUNT_SHIFT)) | (long) row << (column * ROW_BITS));
            }
        }
    }

    /** Finds all solutions that begin with a board. */
    void solve(long board, LongConsumer to) {
        if (queens(board) == size) {
            to.accept(board);
        } else {
            extend(board, next -> solve(next, to));
        }
    }

    /** All solutions as numbers in ascending order. */
    long[] solutions() {
        LongStream.Builder all = LongStream.builder();
        solve(EMPTY, all);
        return all.build().sorted().toArray();
    }

    private static boolean safe(long board, int column, int row) {
        for (int other = 0; other < column; other++) {
            int otherRow = (int) (board >>> (other * ROW_BITS)) & ROW_MASK;
            if (otherRow == row || Math.abs(otherRow - row) == column - other) {
                return false;
            }
        }
        return true;
    }
}
