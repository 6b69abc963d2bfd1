// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.pi;

import io.troupe.bench.harness.Batch;
import io.troupe.bench.harness.Troupe;
import io.troupe.bench.harness.Workload;
import io.troupe.core.ActorSystem;
import io.troupe.core.actor.ActorOptions;
import io.troupe.dispatch.mailbox.MailboxSpec;
import java.util.function.IntFunction;

/** Pi as messages: slicers, and an accumulator. */
public final class ActorPi {
    private final Total total;
    private final int slices;
    private final Slicer[] slicers;

    /** One slicer per worker, the accumulator on the last one. */
    ActorPi(ActorSystem system, Job job, MailboxSpec mailbox) {
        this(system, job, Batch.WORKERS, slicer -> Troupe.on(slicer).mailbox(mailbox));
    }

    /**
     * Slicers and an accumulator.
     *
     * @param count of slicers
     * @param options by slicer; the accumulator has those of the last one, with its own mailbox
     */
    public ActorPi(ActorSystem system, Job job, int count, IntFunction<ActorOptions> options) {
        slices = job.slices();
        int terms = job.terms();
        total = new Total(slices);
        slicers = new Slicer[count];
        ActorOptions last = options.apply(count - 1).mailbox(MailboxSpec.unbounded());
        Accumulator accumulator = system.spawn(Accumulator.class, () -> new Accumulator(total), last);
        for (int i = 0; i < count; i++) {
            slicers[i] = system.spawn(Slicer.class, () -> new Slicer(accumulator, slices, terms), options.apply(i));
        }
    }

    /** The benchmark thread sends all jobs, each result is a message. */
    public Workload fed() {
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
            for (int i = 0; i < slicers.length; i++) {
                int share = (slices - i + slicers.length - 1) / slicers.length;
                if (share % Slicer.PARTS_PER_REPORT
                        != 0) { // else nobody would wait for the message, and the end might lose it
                    slicers[i].report();
                }
            }
            return total.await();
        };
    }

    /** Each slicer sends itself the next job, each result is a message. */
    public Workload selfFed() {
        return () -> {
            for (int i = 0; i < slicers.length; i++) {
                slicers[i].sliceAndGoOn(i, slicers.length);
            }
            return total.await();
        };
    }
}
