// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting.stack;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;

/** Requests without a reply, for stacks that have no such table themselves. Any thread. */
public final class Pending {
    private static final int SLOTS = 8192;

    private final AtomicReferenceArray<Consumer<byte[]>> replies = new AtomicReferenceArray<>(SLOTS);
    private final AtomicInteger next = new AtomicInteger();

    /** Makes an empty table. */
    public Pending() {}

    /**
     * Keeps who waits for a reply.
     *
     * @return the number that the reply must bring back
     * @throws IllegalStateException if 8192 requests are pending
     */
    public int add(Consumer<byte[]> reply) {
        for (int tries = 0; tries < SLOTS; tries++) {
            int id = next.getAndIncrement() & (SLOTS - 1);
            if (replies.compareAndSet(id, null, reply)) {
                return id;
            }
        }
        throw new IllegalStateException("requests must be answered: pending=" + SLOTS);
    }

    /**
     * Hands a reply to who waits for it.
     *
     * @throws IllegalStateException if nobody does
     */
    public void complete(int id, byte[] payload) {
        Consumer<byte[]> reply = replies.getAndSet(id, null);
        if (reply == null) {
            throw new IllegalStateException("reply must belong to a request: id=" + id);
        }
        reply.accept(payload);
    }
}
