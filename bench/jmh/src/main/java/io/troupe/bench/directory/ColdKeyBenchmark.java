// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.directory;

import io.troupe.bench.harness.Batch;
import io.troupe.bench.harness.Completion;
import io.troupe.bench.harness.PerMessage;
import io.troupe.bench.harness.Troupe;
import io.troupe.bench.harness.Workload;
import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.actor.Directory;
import io.troupe.core.actor.DirectoryOptions;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/** A thread outside calls one cold key after the other: each call makes an object, and another one makes room. */
@OperationsPerInvocation(Batch.MESSAGES)
public class ColdKeyBenchmark extends PerMessage {
    private static final int ACTIVE = 1_000;

    /** A call of a key that is not active; a thousand actors are. */
    @Benchmark
    public long troupe(Troupe.Any state) {
        return state.run(ColdKeyBenchmark::visits);
    }

    private static Workload visits(ActorSystem system) {
        Completion completion = new Completion();
        AtomicInteger arrived = new AtomicInteger();
        Directory<Guest> guests = system.directory(
                Guest.class,
                () -> new Guest(arrived, completion),
                DirectoryOptions.defaults().maxActive(ACTIVE));
        String[] keys =
                IntStream.range(0, Batch.MESSAGES).mapToObj(Integer::toString).toArray(String[]::new);
        return () -> {
            for (String key : keys) {
                guests.get(key).visit();
            }
            return completion.await(Batch.MESSAGES);
        };
    }

    /** Counts first calls. */
    static class Guest extends Actor<Guest> {
        private final AtomicInteger arrived;
        private final Completion completion;

        Guest(AtomicInteger arrived, Completion completion) {
            this.arrived = arrived;
            this.completion = completion;
        }

        public void visit() {
            if (arrived.incrementAndGet() == Batch.MESSAGES) {
                arrived.set(0);
                completion.complete(Batch.MESSAGES);
            }
        }
    }
}
