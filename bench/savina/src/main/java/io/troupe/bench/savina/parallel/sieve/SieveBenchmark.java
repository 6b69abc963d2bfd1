// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.parallel.sieve;

import io.troupe.bench.harness.Completion;
import io.troupe.bench.harness.Workload;
import io.troupe.bench.peer.PekkoPeer;
import io.troupe.bench.savina.support.SavinaBenchmark;
import io.troupe.core.ActorSystem;
import org.openjdk.jmh.annotations.Param;

/** Sieve of Eratosthenes; per run, with the start and the end of its filters. */
public class SieveBenchmark extends SavinaBenchmark {
    /** Candidates are below it. */
    @Param("100000")
    public int limit = 100_000;

    /** Primes that a filter knows. */
    @Param("1000")
    public int capacity = 1_000;

    /** JMH makes it and sets its sizes. */
    public SieveBenchmark() {}

    @Override
    public Workload onTroupe(ActorSystem system) {
        Sieve sieve = new Sieve(limit, capacity);
        Completion completion = new Completion();
        Producer producer = system.spawn(Producer.class, () -> new Producer(sieve, completion));
        long expected = expected();
        return () -> {
            producer.begin();
            return completion.await(expected);
        };
    }

    @Override
    public Workload onPekko(PekkoPeer pekko) {
        Sieve sieve = new Sieve(limit, capacity);
        Completion completion = new Completion();
        var producer = pekko.spawnTyped(PekkoProducer.producer(sieve, completion));
        long expected = expected();
        return () -> {
            producer.tell(new PekkoProducer.Begin());
            return completion.await(expected);
        };
    }

    /** What a run reports, computed without actors. */
    public long expected() {
        return new Sieve(limit, capacity).expected();
    }
}
