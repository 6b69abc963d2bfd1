// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.parallel.filterbank;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Puts together what belongs to the same sample; each channel has its own pace. Owned by one actor's turns. */
final class Rows {
    private final Deque<Double>[] waiting;
    private int missing;
    private int ended;

    @SuppressWarnings("unchecked") // an array of queues of one type
    Rows(int channels) {
        waiting = Stream.generate(ArrayDeque::new).limit(channels).toArray(Deque[]::new);
        missing = channels;
    }

    /**
     * Takes the next sample of a channel.
     *
     * @return the row that is complete by it, or null
     */
    double @Nullable [] add(int channel, double value) {
        Deque<Double> queue = waiting[channel];
        queue.add(value);
        if (queue.size() > 1 || --missing > 0) {
            return null;
        }
        double[] row = new double[waiting.length];
        Arrays.setAll(row, i -> waiting[i].remove());
        for (Deque<Double> left : waiting) {
            missing += left.isEmpty() ? 1 : 0;
        }
        return row;
    }

    /** Takes the end of a channel; true if it was the last one. */
    boolean end() {
        if (++ended < waiting.length) {
            return false;
        }
        ended = 0;
        return true;
    }
}
