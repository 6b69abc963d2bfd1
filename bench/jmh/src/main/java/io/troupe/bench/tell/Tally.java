// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.tell;

import io.troupe.bench.harness.Completion;

/** What every receiver does with a message. Owned by the receiver; the sum is reported after the last message. */
final class Tally {
    private final Completion completion;
    private final int expected;
    private int count;
    private long sum;

    Tally(Completion completion, int expected) {
        this.completion = completion;
        this.expected = expected;
    }

    void add(int value) {
        sum += value;
        if (++count == expected) {
            completion.complete(sum);
            count = 0;
            sum = 0;
        }
    }

    /** Sum of 0 … n - 1. */
    static long sumBelow(int n) {
        return n * (n - 1L) / 2;
    }
}
