// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.backpressure;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.promise.Promise;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;

/** Says how far a sink is. An actor of its own: a question to the sink would have to wait behind its work. */
public class Gauge extends Actor<Gauge> {
    private static final int MOST = 1 << 20;

    private final Counter done;
    private final IntSupplier queued;

    /** Watches a sink of this process. */
    public Gauge(Counter done, ActorSystem system, Sink sink) {
        this.done = done;
        this.queued = () -> system.depth(sink, MOST);
    }

    /** Messages done. Written by the sink only, read by all. */
    public static final class Counter {
        private final AtomicLong count = new AtomicLong();

        /** Nothing has been done. */
        public Counter() {}

        void add() {
            count.setRelease(count.getPlain() + 1); // one writer
        }

        long count() {
            return count.getAcquire();
        }
    }

    /**
     * A reading.
     *
     * @param nanos clock of that process
     * @param done messages
     * @param queued in its mailbox
     * @param heapBytes in use
     */
    public record Reading(long nanos, long done, int queued, long heapBytes) {}

    /** Reads. */
    public Promise<Reading> read() {
        return Promise.of(new Reading(System.nanoTime(), done.count(), queued.getAsInt(), heap()));
    }

    /** Bytes of the heap in use, garbage included. */
    static long heap() {
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
