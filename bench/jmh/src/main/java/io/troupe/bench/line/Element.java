// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.line;

import io.troupe.bench.harness.Completion;

/** What lies in a slot, and what the stages do with it, the same for all systems. */
final class Element {
    /** Slots of every ring. */
    static final int SLOTS = 1024;

    int value;
    int stages;

    void begin(int newValue) {
        value = newValue;
        stages = 0;
    }

    void pass() {
        stages++;
    }

    /** The last stage: adds up, and knows whether an element has passed all stages before. Owned by that stage. */
    static final class Sum {
        private final Completion completion;
        private final int stages;
        private final int expected;
        private int count;
        private long sum;

        Sum(Completion completion, int stages, int expected) {
            this.completion = completion;
            this.stages = stages;
            this.expected = expected;
        }

        void add(Element element) {
            sum += element.stages == stages - 1 ? element.value : Integer.MIN_VALUE;
            if (++count == expected) {
                completion.complete(sum);
                count = 0;
                sum = 0;
            }
        }
    }

    /** Sum of 0 … n - 1. */
    static long sumBelow(int n) {
        return n * (n - 1L) / 2;
    }
}
