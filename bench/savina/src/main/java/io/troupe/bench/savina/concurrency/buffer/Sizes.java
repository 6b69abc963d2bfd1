// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.concurrency.buffer;

import io.troupe.bench.savina.support.Work;

/**
 * How much of everything.
 *
 * @param room of the buffer, items
 * @param producers 1 or more
 * @param consumers 1 or more
 * @param perProducer items of each producer, 1 or more
 * @param cost units of work to produce an item, and to consume one
 */
record Sizes(int room, int producers, int consumers, int perProducer, int cost) {
    /** Items of all. */
    int items() {
        return producers * perProducer;
    }

    /** Produces. */
    long item(int producer, int number) {
        return Work.of((long) producer * perProducer + number, cost);
    }

    /** Consumes. */
    long result(long item) {
        return Work.of(item, cost);
    }

    /** Sum of all results. */
    long expected() {
        long sum = 0;
        for (int producer = 0; producer < producers; producer++) {
            for (int number = 0; number < perProducer; number++) {
                sum += result(item(producer, number));
            }
        }
        return sum;
    }
}
