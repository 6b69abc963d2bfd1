// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.harness;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** The end of a batch that ends in many places. Used again for each batch; any thread. */
public final class Parts {
    private final Completion completion = new Completion();
    private final int parts;
    private final AtomicInteger left;
    private final AtomicLong sum = new AtomicLong();

    /**
     * For batches of so many parts.
     *
     * @param parts 1 or more
     */
    public Parts(int parts) {
        this.parts = parts;
        this.left = new AtomicInteger(parts);
    }

    /**
     * Reports the end of one part.
     *
     * @param value what the part counted
     */
    public void complete(long value) {
        sum.addAndGet(value);
        if (left.decrementAndGet() == 0) {
            left.set(parts);
            completion.complete(sum.getAndSet(0));
        }
    }

    /**
     * Sleeps until all parts have ended, see {@link Completion#await}.
     *
     * @param expected sum of all parts
     */
    public long await(long expected) {
        return completion.await(expected);
    }
}
