// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.concurrency.dictionary;

import io.troupe.bench.harness.Completion;
import io.troupe.core.actor.Actor;
import java.util.HashMap;
import java.util.Map;

/** Owns the map. */
class Dictionary extends Actor<Dictionary> {
    private final Map<Integer, Integer> values = new HashMap<>();
    private final Completion completion;
    private long sum;

    Dictionary(int keys, Completion completion) {
        this.completion = completion;
        for (int key = 0; key < keys; key++) {
            put(key, key);
        }
    }

    public void write(int key, int value, Worker worker) {
        put(key, value);
        worker.answer(value);
    }

    public void read(int key, Worker worker) {
        worker.answer(values.getOrDefault(key, -1));
    }

    public void report() {
        completion.complete(sum);
    }

    private void put(int key, int value) {
        Integer old = values.put(key, value);
        sum += value - (old == null ? 0 : old);
    }
}
