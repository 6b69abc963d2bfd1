// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.boot.counter;

import io.troupe.core.actor.Actor;
import io.troupe.core.promise.Promise;

/** Counts; lives in one process and is called from others. */
public class Counter extends Actor<Counter> {
    private int count;

    /** Adds to the count and tells it. */
    public Promise<Integer> add(int n) {
        count += n;
        return Promise.of(count);
    }
}
