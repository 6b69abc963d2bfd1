// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.parallel.radix;

import io.troupe.core.actor.Actor;

/** Sends all numbers. */
class Source extends Actor<Source> {
    private final Numbers numbers;
    private final Values first;

    Source(Numbers numbers, Values first) {
        this.numbers = numbers;
        this.first = first;
    }

    public void begin() {
        for (int i = 0; i < numbers.count(); i++) {
            first.value(numbers.value(i));
        }
    }
}
