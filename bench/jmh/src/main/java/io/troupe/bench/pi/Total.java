// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.pi;

import io.troupe.bench.harness.Completion;

/** The accumulator. One thread at a time, except where a method says otherwise. */
final class Total {
    private final Completion completion = new Completion();
    private final int slices;
    private int count;
    private double sum;

    Total(int slices) {
        this.slices = slices;
    }

    void add(double value) {
        add(value, 1);
    }

    void add(double value, int parts) {
        sum += value;
        count += parts;
        if (count == slices) {
            double pi = sum;
            sum = 0;
            count = 0;
            completion.complete(Job.digits(pi));
        }
    }

    /** The same with a lock, for who has no queue before it. Any thread. */
    synchronized void addShared(double value, int parts) {
        add(value, parts);
    }

    long await() {
        return completion.await(Job.expected());
    }
}
