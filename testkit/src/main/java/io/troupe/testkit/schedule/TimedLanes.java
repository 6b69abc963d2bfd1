// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import java.util.Arrays;

/** Lanes whose first event waits for its time: the earliest first, of equal times the one that was added first. */
final class TimedLanes {
    private Lane[] heap = new Lane[8];
    private long[] times = new long[8];
    private long[] orders = new long[8];
    private int size;
    private long order;

    boolean isEmpty() {
        return size == 0;
    }

    /** The earliest time; the greatest there is if nothing waits. */
    long earliest() {
        return size == 0 ? Long.MAX_VALUE : times[0];
    }

    void add(Lane lane, long time) {
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, 2 * size);
            times = Arrays.copyOf(times, 2 * size);
            orders = Arrays.copyOf(orders, 2 * size);
        }
        up(size++, lane, time, ++order);
    }

    Lane poll() {
        Lane first = heap[0];
        remove(first);
        return first;
    }

    void remove(Lane lane) {
        int at = lane.position;
        lane.position = -1;
        int last = --size;
        Lane moved = heap[last];
        long time = times[last];
        long since = orders[last];
        heap[last] = null;
        if (at == last) {
            return;
        }
        if (at > 0 && isBefore(time, since, (at - 1) / 2)) {
            up(at, moved, time, since);
        } else {
            down(at, moved, time, since);
        }
    }

    private void up(int from, Lane lane, long time, long since) {
        int at = from;
        while (at > 0 && isBefore(time, since, (at - 1) / 2)) {
            copy(at, (at - 1) / 2);
            at = (at - 1) / 2;
        }
        set(at, lane, time, since);
    }

    private void down(int from, Lane lane, long time, long since) {
        int at = from;
        for (int child = 2 * at + 1; child < size; child = 2 * at + 1) {
            if (child + 1 < size && isBefore(times[child + 1], orders[child + 1], child)) {
                child++;
            }
            if (isBefore(time, since, child)) {
                break;
            }
            copy(at, child);
            at = child;
        }
        set(at, lane, time, since);
    }

    private boolean isBefore(long time, long since, int other) {
        return time < times[other] || (time == times[other] && since < orders[other]);
    }

    private void copy(int to, int from) {
        set(to, heap[from], times[from], orders[from]);
    }

    private void set(int at, Lane lane, long time, long since) {
        heap[at] = lane;
        times[at] = time;
        orders[at] = since;
        lane.position = at;
    }
}
