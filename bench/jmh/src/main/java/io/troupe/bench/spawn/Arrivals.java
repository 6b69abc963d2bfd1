// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.spawn;

import io.troupe.bench.harness.Batch;
import io.troupe.bench.harness.Completion;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts first messages. Any thread. */
final class Arrivals {
    private final Completion completion = new Completion();
    private final AtomicInteger count = new AtomicInteger();

    Arrivals() {}

    void arrived() {
        int arrived = count.incrementAndGet();
        if (arrived == Batch.MESSAGES) {
            count.set(0);
            completion.complete(arrived);
        }
    }

    long await() {
        return completion.await(Batch.MESSAGES);
    }
}
