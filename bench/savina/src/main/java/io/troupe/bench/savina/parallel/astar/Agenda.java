// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.parallel.astar;

import java.util.Arrays;

/**
 * Nodes to look at, the lowest estimate first: a binary heap of plain numbers, with the estimate in the upper and the node in
 * the lower half. Owned by one actor's turns.
 */
final class Agenda {
    private long[] heap = new long[1024];
    private int size;

    Agenda() {}

    /** An entry. */
    static long entry(int estimate, int node) {
        return (long) estimate << Integer.SIZE | node;
    }

    /** The estimate of an entry. */
    static int estimate(long entry) {
        return (int) (entry >>> Integer.SIZE);
    }

    /** The node of an entry. */
    static int node(long entry) {
        return (int) entry;
    }

    boolean isEmpty() {
        return size == 0;
    }

    void add(long entry) {
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, 2 * size);
        }
        int at = size++;
        while (at > 0 && heap[(at - 1) / 2] > entry) {
            heap[at] = heap[(at - 1) / 2];
            at = (at - 1) / 2;
        }
        heap[at] = entry;
    }

    /** Takes the lowest entry. Only if there is one. */
    long remove() {
        long lowest = heap[0];
        long last = heap[--size];
        int at = 0;
        for (int child = 1; child < size; child = 2 * at + 1) {
            if (child + 1 < size && heap[child + 1] < heap[child]) {
                child++;
            }
            if (heap[child] >= last) {
                break;
            }
            heap[at] = heap[child];
            at = child;
        }
        heap[at] = last;
        return lowest;
    }

    /** Takes all entries, in any order. */
    long[] removeAll() {
        long[] all = Arrays.copyOf(heap, size);
        size = 0;
        return all;
    }
}
