// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.micro;

import io.troupe.bench.harness.Completion;
import io.troupe.core.actor.Actor;

/** The actors of {@link CountingBenchmark}. */
final class Counting {
    private Counting() {}

    /** Sends. */
    static class Producer extends Actor<Producer> {
        private final Counter counter;
        private final Completion completion;

        Producer(Counter counter, Completion completion) {
            this.counter = counter;
            this.completion = completion;
        }

        public void produce(int messages) {
            for (int i = 0; i < messages; i++) {
                counter.increment();
            }
            counter.report(self());
        }

        public void counted(int count) {
            completion.complete(count);
        }
    }

    /** Counts. */
    static class Counter extends Actor<Counter> {
        private int count;

        public void increment() {
            count++;
        }

        public void report(Producer producer) {
            producer.counted(count);
            count = 0;
        }
    }
}
