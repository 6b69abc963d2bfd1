// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.pi;

import io.troupe.bench.harness.Batch;
import io.troupe.bench.harness.Troupe;
import io.troupe.bench.harness.Workload;
import io.troupe.core.ActorSystem;
import io.troupe.core.actor.ActorOptions;
import io.troupe.dispatch.mailbox.MailboxSpec;

/** Pi with one slicer per worker. */
final class ActorPi {
    private final Total total;
    private final int slices;
    private final Slicer[] slicers = new Slicer[Batch.WORKERS];

    ActorPi(ActorSystem system, Job job, MailboxSpec mailbox) {
        slices = job.slices();
        int terms = job.terms();
        total = new Total(slices);
        Accumulator accumulator =
                system.spawn(Accumulator.class, () -> new Accumulator(total), Troupe.on(Batch.WORKERS - 1));
        for (int i = 0; i < slicers.length; i++) {
            ActorOptions options = Troupe.on(i).mailbox(mailbox);
            slicers[i] = system.spawn(Slicer.class, () -> new Slicer(accumulator, slices, terms), options);
        }
    }

    /** The benchmark thread sends all jobs, each result is a message. */
    Workload fed() {
        return () -> {
            for (int i = 0; i < slices; i++) {
                slicers[i % slicers.length].slice(i);
            }
            return total.await();
        };
    }

    /** The benchmark thread sends all jobs, the results of a thousand are one message. */
    Workload batched() {
        return () -> {
            for (int i = 0; i < slices; i++) {
                slicers[i % slicers.length].sliceQuietly(i);
            }
            for (Slicer slicer : slicers) {
                slicer.report();
            }
            return total.await();
        };
    }

    /** Each slicer sends itself the next job, each result is a message. */
    Workload selfFed() {
        return () -> {
            for (int i = 0; i < slicers.length; i++) {
                slicers[i].sliceAndGoOn(i, slicers.length);
            }
            return total.await();
        };
    }
}
