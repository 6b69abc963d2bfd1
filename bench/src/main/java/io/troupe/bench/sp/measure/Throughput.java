// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp.measure;

import io.troupe.bench.sp.stack.Job;
import io.troupe.bench.sp.stack.Receiver;

/** Counts at the receiver's side, so that what is only queued somewhere does not count. The first message begins the warm-up. */
final class Throughput {
    /** Calls between two looks at the clock. */
    private static final int CHUNK = 32;

    private final Receiver receiver;
    private final Job job;

    Throughput(Receiver receiver, Job job) {
        this.receiver = receiver;
        this.job = job;
    }

    Outcome measure() throws Exception {
        while (receiver.receive() == 0) {
            // The sender is not there yet.
        }
        window(job.warmUp().toNanos());
        return window(job.window().toNanos());
    }

    private Outcome window(long windowNanos) throws Exception {
        long start = System.nanoTime();
        long count = 0;
        long nanos;
        do {
            for (int i = 0; i < CHUNK; i++) {
                count += receiver.receive();
            }
            nanos = System.nanoTime() - start;
        } while (nanos < windowNanos);
        return new Outcome(count, count * job.bytes(), nanos, 0, 0);
    }
}
