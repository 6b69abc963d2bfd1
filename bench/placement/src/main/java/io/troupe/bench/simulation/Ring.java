// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.simulation;

/** A queue of numbers. */
final class Ring {
    private int[] items = new int[16];
    private int head;
    private int size;

    int size() {
        return size;
    }

    void add(int item) {
        if (size == items.length) {
            int[] larger = new int[2 * size];
            System.arraycopy(items, head, larger, 0, size - head);
            System.arraycopy(items, 0, larger, size - head, head);
            items = larger;
            head = 0;
        }
        items[(head + size++) & (items.length - 1)] = item;
    }

    int take() {
        int item = items[head];
        head = (head + 1) & (items.length - 1);
        size--;
        return item;
    }
}
