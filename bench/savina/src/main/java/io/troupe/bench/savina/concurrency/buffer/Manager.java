// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.concurrency.buffer;

import io.troupe.bench.harness.Completion;
import io.troupe.core.actor.Actor;

/** Owns the buffer. */
class Manager extends Actor<Manager> {
    private final Buffer<Producer, Consumer> buffer;

    Manager(Sizes sizes, Completion completion) {
        buffer = new Buffer<>(sizes, completion);
    }

    public void begin(Producer producer) {
        buffer.waits(producer);
        serve();
    }

    public void put(long item) {
        buffer.put(item);
        serve();
    }

    public void putAndWait(long item, Producer producer) {
        buffer.put(item);
        buffer.waits(producer);
        serve();
    }

    public void join(Consumer consumer) {
        buffer.idles(consumer);
    }

    public void consumed(long result, Consumer consumer) {
        buffer.idles(consumer);
        serve();
        buffer.consumed(result);
    }

    private void serve() {
        for (Consumer next = buffer.nextConsumer(); next != null; next = buffer.nextConsumer()) {
            next.consume(buffer.take());
        }
        for (Producer next = buffer.nextProducer(); next != null; next = buffer.nextProducer()) {
            next.produce();
        }
    }
}
