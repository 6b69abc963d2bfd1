// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.harness;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The end of a batch: the measured system reports its result, the benchmark thread sleeps until then and checks it. Used
 * again for each batch. What is lost or counted twice becomes an exception, never a good figure.
 */
public final class Completion {
    private static final long LIMIT_SECONDS = 60;

    private final Semaphore done = new Semaphore(0);

    /** Written before the release of {@link #done}, read after its acquisition. */
    private long result;

    /** For batches of one benchmark. */
    public Completion() {}

    /**
     * Reports the end of the batch. Any thread, once per batch.
     *
     * @param value what the batch counted or added up
     */
    public void complete(long value) {
        result = value;
        done.release();
    }

    /**
     * Sleeps until the batch has ended.
     *
     * @param expected what it must have counted
     * @return the same value, for the benchmark to return
     * @throws IllegalStateException if it counted something else, or does not end
     */
    public long await(long expected) {
        try {
            if (!done.tryAcquire(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException(
                        "batch must end in time: limitSeconds=" + LIMIT_SECONDS + ", expected=" + expected);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("batch was interrupted: expected=" + expected, e);
        }
        if (result != expected) {
            throw new IllegalStateException(
                    "batch must count every message once: expected=" + expected + ", counted=" + result);
        }
        return result;
    }
}
