// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.concurrency.buffer;

import io.troupe.bench.harness.Completion;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The state of a manager. A producer gets a promise of room before it produces, so there are never more items than
 * room. Owned by the manager's turns.
 *
 * @param <P> a producer's address
 * @param <C> a consumer's address
 */
final class Buffer<P, C> {
    private final Deque<Long> items = new ArrayDeque<>();
    private final Deque<P> producers = new ArrayDeque<>();
    private final Deque<C> consumers = new ArrayDeque<>();
    private final Sizes sizes;
    private final Completion completion;
    private int promised;
    private int consumed;
    private long sum;

    Buffer(Sizes sizes, Completion completion) {
        this.sizes = sizes;
        this.completion = completion;
    }

    /** A producer with something left to produce. */
    void waits(P producer) {
        producers.add(producer);
    }

    /** The next producer that may produce; null if there is none, or no room. */
    @Nullable
    P nextProducer() {
        if (items.size() + promised == sizes.room()) {
            return null;
        }
        P next = producers.poll();
        if (next != null) {
            promised++;
        }
        return next;
    }

    void put(long item) {
        promised--;
        items.add(item);
        if (promised < 0 || items.size() > sizes.room()) {
            throw new IllegalStateException("items must have been promised room: promised=" + promised + ", items="
                    + items.size() + ", room=" + sizes.room());
        }
    }

    /** A consumer with nothing to do. */
    void idles(C consumer) {
        consumers.add(consumer);
    }

    /** The next consumer, for {@link #take}; null if there is none, or no item. */
    @Nullable
    C nextConsumer() {
        return items.isEmpty() ? null : consumers.poll();
    }

    long take() {
        return items.remove();
    }

    /** Counts a consumed item; the last one ends the run. */
    void consumed(long result) {
        sum += result;
        if (++consumed == sizes.items()) {
            long total = sum;
            consumed = 0;
            sum = 0;
            completion.complete(total);
        }
    }
}
