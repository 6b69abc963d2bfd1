// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import java.util.Arrays;

/**
 * A strategy that picks the lane of the lowest rank; of equal ranks the one that has been possible for longer. Ranks stand in an
 * array of their own, so that few lanes are touched.
 */
abstract class HeapChooser extends Chooser {
    private Lane[] heap = new Lane[16];
    private double[] ranks = new double[16];
    private int size;
    private long turn;

    @Override
    final int size() {
        return size;
    }

    /** Adds a lane whose rank is set. */
    final void push(Lane lane) {
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, 2 * size);
            ranks = Arrays.copyOf(ranks, 2 * size);
        }
        lane.since = ++turn;
        up(lane, size++);
    }

    final Lane first() {
        return heap[0];
    }

    /** Any lane, in no order. */
    final Lane at(int index) {
        return heap[index];
    }

    @Override
    void remove(Lane lane) {
        int at = lane.position;
        Lane last = heap[--size];
        heap[size] = null;
        lane.position = -1;
        if (last != lane) {
            place(last, at);
        }
    }

    /** The rank of a lane that is held has changed. */
    final void moved(Lane lane) {
        place(lane, lane.position);
    }

    private void place(Lane lane, int at) {
        if (at > 0 && isBefore(lane.rank, lane, (at - 1) >> 2)) {
            up(lane, at);
        } else {
            down(lane, at);
        }
    }

    private void up(Lane lane, int from) {
        int at = from;
        double rank = lane.rank;
        while (at > 0) {
            int parent = (at - 1) >> 2;
            if (!isBefore(rank, lane, parent)) {
                break;
            }
            set(at, heap[parent], ranks[parent]);
            at = parent;
        }
        set(at, lane, rank);
    }

    private void down(Lane lane, int from) {
        int at = from;
        double rank = lane.rank;
        for (int child = 4 * at + 1; child < size; child = 4 * at + 1) {
            int least = child;
            int end = Math.min(child + 4, size);
            for (int other = child + 1; other < end; other++) {
                if (isBefore(ranks[other], heap[other], least)) {
                    least = other;
                }
            }
            if (isBefore(rank, lane, least)) {
                break;
            }
            set(at, heap[least], ranks[least]);
            at = least;
        }
        set(at, lane, rank);
    }

    private void set(int at, Lane lane, double rank) {
        heap[at] = lane;
        ranks[at] = rank;
        lane.position = at;
    }

    /** Whether a lane of that rank is to be picked before the one at an index. */
    private boolean isBefore(double rank, Lane lane, int other) {
        double otherRank = ranks[other];
        return rank < otherRank || (rank == otherRank && lane.since < heap[other].since);
    }
}
