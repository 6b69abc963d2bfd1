// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.locality;

import io.troupe.core.ActorSystem;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.Dispatcher;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures one dispatcher on one row: warms up, takes the time of a batch, and watches the waits in another one, because
 * the clock of the watch is not free. Checks after each batch that every access happened once.
 */
final class Experiment {
    private static final Duration LIMIT = Duration.ofHours(1);
    private static final long WARM_UP_NANOS = 200_000_000;
    private static final int WARM_UP_SHARE = 4;
    /** Batches of the warm-up: somebody who asks for few messages does not want to wait for many. */
    private static final int WARM_UP_MOST = 100;

    private final Setup setup;
    private final List<Memory> memories;
    private final int messages;
    private final List<Owner> owners = new ArrayList<>();
    private final List<Driver> drivers = new ArrayList<>();
    private long expected;

    private Experiment(Setup setup, List<Memory> memories) {
        this.setup = setup;
        this.memories = memories;
        this.messages = (int) Math.max(1, setup.messages() / memories.size());
        this.expected = memories.get(0).accessed();
    }

    /**
     * What is the same in all cells.
     *
     * @param accesses per message
     * @param messages per batch, of all actors
     * @param selfDriven whether actors send themselves the next message; otherwise one driver per worker does
     */
    record Setup(int accesses, long messages, boolean selfDriven) {}

    /**
     * The outcome of a cell.
     *
     * @param nanosPerMessage of all workers together
     * @param longestWaitNanos of any actor for its next message
     */
    record Outcome(double nanosPerMessage, long longestWaitNanos) {}

    /** The end of a batch. */
    private record Batch(long nanos, long longestWaitNanos) {}

    /**
     * Measures.
     *
     * @param dispatcher closed at the end
     * @param memories one per actor; of all the same number of accesses before
     */
    static Outcome run(Setup setup, Dispatcher dispatcher, List<Memory> memories) {
        try (ActorSystem system = ActorSystem.builder()
                .name("locality")
                .dispatcher(dispatcher)
                .askTimeout(LIMIT) // of a batch
                .start()) {
            Experiment experiment = new Experiment(setup, memories);
            experiment.spawn(system);
            return experiment.measure();
        }
    }

    private void spawn(ActorSystem system) {
        for (Memory memory : memories) {
            owners.add(system.spawn(Owner.class, () -> new Owner(memory, setup.accesses())));
        }
        if (!setup.selfDriven()) {
            // Neighbours share a driver, but not a worker: no dispatcher gets the placement for nothing.
            int count = Math.min(system.dispatcher().workers(), owners.size());
            for (int i = 0; i < count; i++) {
                List<Owner> share = owners.subList(share(i, count), share(i + 1, count));
                drivers.add(system.spawn(Driver.class, () -> new Driver(share)));
            }
        }
    }

    private int share(int driver, int count) {
        return (int) ((long) owners.size() * driver / count);
    }

    private Outcome measure() {
        long start = System.nanoTime();
        for (int i = 0; i == 0 || (i < WARM_UP_MOST && System.nanoTime() - start < WARM_UP_NANOS); i++) {
            batch(Math.max(1, messages / WARM_UP_SHARE), false);
        }
        Batch timed = batch(messages, false);
        Batch watched = batch(messages, true);
        return new Outcome(timed.nanos() / ((double) messages * memories.size()), watched.longestWaitNanos());
    }

    private Batch batch(int perActor, boolean watched) {
        long start = System.nanoTime();
        List<Promise<Long>> ends = new ArrayList<>();
        if (setup.selfDriven()) {
            owners.forEach(owner -> ends.add(owner.run(perActor, watched ? new Watch(start) : null)));
        } else {
            drivers.forEach(driver -> ends.add(driver.run(perActor, watched, start)));
        }
        List<Long> waits = Promise.all(ends).await(LIMIT);
        long nanos = System.nanoTime() - start;
        expected += (long) perActor * setup.accesses();
        memories.forEach(this::check);
        return new Batch(nanos, waits.stream().mapToLong(Long::longValue).max().orElse(0));
    }

    private void check(Memory memory) {
        if (memory.accessed() != expected) {
            throw new IllegalStateException(
                    "every message must be handled once: accesses=" + memory.accessed() + ", expected=" + expected);
        }
    }

    /**
     * Looks into the memories themselves: a lost update in one of them is a message that ran beside another of its actor.
     *
     * @throws IllegalStateException if there is one
     */
    static void verify(List<Memory> memories) {
        for (Memory memory : memories) {
            if (memory.sum() != (int) memory.accessed()) {
                throw new IllegalStateException(
                        "no update may be lost: sum=" + memory.sum() + ", accesses=" + memory.accessed());
            }
        }
    }
}
