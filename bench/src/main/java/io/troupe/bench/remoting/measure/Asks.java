// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting.measure;

import io.troupe.bench.remoting.stack.Client;
import io.troupe.bench.remoting.stack.Echo;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;

/**
 * Requests: a fixed number is under way, and the thread that brings a reply sends the next request. After the end of the
 * window every request under way is still awaited, and the clock stops with the last reply.
 */
final class Asks {
    private static final long LIMIT_NANOS = Duration.ofSeconds(60).toNanos();
    private static final int DIGITS = 3;

    private final Client client;
    private final int outstanding;

    Asks(Client client, int outstanding) {
        this.client = client;
        this.outstanding = outstanding;
    }

    Measured window(long windowNanos) throws InterruptedException {
        Window window = new Window(System.nanoTime() + windowNanos);
        Slot[] slots = new Slot[outstanding];
        long start = System.nanoTime();
        for (int i = 0; i < outstanding; i++) {
            slots[i] = new Slot(i, window);
            slots[i].send(System.nanoTime());
        }
        if (!window.open.await(windowNanos + LIMIT_NANOS, TimeUnit.NANOSECONDS)) {
            throw new IllegalStateException("every request must be answered: missing=" + window.open.getCount()
                    + ", outstanding=" + outstanding);
        }
        long nanos = System.nanoTime() - start;
        return window.measured(slots, nanos);
    }

    private final class Window {
        final Histogram latency = new Histogram(LIMIT_NANOS, DIGITS);
        final CountDownLatch open = new CountDownLatch(outstanding);
        final long end;

        Window(long end) {
            this.end = end;
        }

        Measured measured(Slot[] slots, long nanos) {
            long count = 0;
            for (Slot slot : slots) {
                if (slot.broken) {
                    throw new IllegalStateException("reply must be that to the request: outstanding=" + outstanding);
                }
                count += slot.count;
            }
            // The histogram is written by whoever brings replies: a stack that brings two at a time loses some here.
            if (latency.getTotalCount() != count) {
                throw new IllegalStateException(
                        "replies must come one at a time: counted=" + count + ", recorded=" + latency.getTotalCount());
            }
            return new Measured(
                    count,
                    nanos,
                    latency.getValueAtPercentile(50),
                    latency.getValueAtPercentile(99),
                    latency.getMaxValue());
        }
    }

    /** One of the requests under way. Its fields belong to the thread that sends or brings the reply. */
    private final class Slot implements Consumer<byte[]> {
        private final byte[] payload;
        private final int number;
        private final Window window;
        private long sentAt;
        private long count;
        private boolean broken;

        Slot(int number, Window window) {
            this.number = number;
            this.window = window;
            this.payload =
                    ByteBuffer.allocate(Echo.PAYLOAD_BYTES).putInt(number).array();
        }

        void send(long now) {
            sentAt = now;
            client.ask(payload, this);
        }

        @Override
        public void accept(byte[] reply) {
            long now = System.nanoTime();
            window.latency.recordValue(Math.min(now - sentAt, LIMIT_NANOS));
            count++;
            if (reply.length != Echo.PAYLOAD_BYTES || ByteBuffer.wrap(reply).getInt() != number) {
                broken = true;
            }
            if (now - window.end < 0) {
                send(now);
            } else {
                window.open.countDown();
            }
        }
    }
}
