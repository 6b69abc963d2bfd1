// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting.measure;

import io.troupe.bench.remoting.stack.Client;
import io.troupe.bench.remoting.stack.Echo;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One-way messages: sends for the length of the window, then waits until the server has counted all of them. The clock stops
 * then, so what is only queued somewhere does not count.
 */
final class Tells {
    /** Between two looks at the clock. */
    private static final int CHUNK = 1_000;
    /** How long the server may take for what is on its way. */
    private static final long DRAIN_NANOS = Duration.ofSeconds(30).toNanos();

    private final byte[] payload = new byte[Echo.PAYLOAD_BYTES];
    private final Client client;

    Tells(Client client) {
        this.client = client;
    }

    Measured window(long windowNanos) throws InterruptedException {
        long before = received();
        long start = System.nanoTime();
        long sent = 0;
        do {
            client.tell(payload, CHUNK);
            sent += CHUNK;
        } while (System.nanoTime() - start < windowNanos);
        long stopped = System.nanoTime();
        long count = received() - before;
        while (count < sent && System.nanoTime() - stopped < DRAIN_NANOS) {
            count = received() - before;
        }
        long nanos = System.nanoTime() - start;
        if (count != sent) {
            throw new IllegalStateException("server must get every message once: sent=" + sent + ", received=" + count);
        }
        return new Measured(count, nanos, 0, 0, 0);
    }

    private long received() throws InterruptedException {
        CompletableFuture<Long> count = new CompletableFuture<>();
        client.received(count::complete);
        try {
            return count.get(DRAIN_NANOS, TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("server must tell its count in time: limit=" + DRAIN_NANOS + " ns", e);
        }
    }
}
