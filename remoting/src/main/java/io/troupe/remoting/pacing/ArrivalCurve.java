// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.pacing;

/**
 * Which bytes stand at which place of a queue: running totals of what has come, a point per sample. So the bytes that wait, and
 * those that were handed out, follow from counts of messages, and nobody needs to look at a message. In between two points
 * all messages count the same. Not safe for threads.
 */
final class ArrivalCurve {
    private static final int POINTS = 256;

    private final long[] places = new long[POINTS];
    private final double[] totals = new double[POINTS];
    private int size = 1;
    /** The first point that counts: the last one before what waits. */
    private int first;

    /** Of an empty queue that has handed out so many messages. */
    ArrivalCurve(long processed) {
        places[0] = processed;
    }

    /**
     * More has come.
     *
     * @param place messages that the queue has ever got, read racily: at least as many as at the last call count
     * @param bytes of those that have come since then and are known
     */
    void add(long place, double bytes) {
        int last = size - 1;
        double total = totals[last] + bytes;
        if (place <= places[last]) {
            totals[last] = total;
            return;
        }
        if (size == POINTS) {
            compact();
        }
        places[size] = place;
        totals[size] = total;
        size++;
    }

    /** All bytes that have come. */
    double total() {
        return totals[size - 1];
    }

    /**
     * Bytes of the first messages. What precedes them is forgotten.
     *
     * @param place messages that the queue has handed out, never less than at the last call
     */
    double until(long place) {
        while (first + 1 < size && places[first + 1] <= place) {
            first++;
        }
        return at(place);
    }

    /** The same, without forgetting. */
    double at(long place) {
        int i = first;
        while (i + 1 < size && places[i + 1] <= place) {
            i++;
        }
        if (i + 1 == size || place <= places[i]) {
            return totals[i];
        }
        double part = (double) (place - places[i]) / (places[i + 1] - places[i]);
        return totals[i] + part * (totals[i + 1] - totals[i]);
    }

    /** The queue is empty, whatever was thought before. */
    void rest(long processed) {
        totals[0] = total();
        places[0] = processed;
        first = 0;
        size = 1;
    }

    /**
     * Makes room: drops what has been handed out, else every other point in the middle. The points on both sides of what is
     * handed out now stay, or bytes that have been counted would be taken back.
     */
    private void compact() {
        int kept = 0;
        int step = first > POINTS / 4 ? 1 : 2;
        for (int i = first; i < size; i++) {
            if (i <= first + 1 || i == size - 1 || (i - first) % step == 0) {
                places[kept] = places[i];
                totals[kept] = totals[i];
                kept++;
            }
        }
        first = 0;
        size = kept;
    }
}
