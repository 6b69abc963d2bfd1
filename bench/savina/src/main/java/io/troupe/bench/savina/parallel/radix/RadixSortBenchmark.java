// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.parallel.radix;

import io.troupe.bench.harness.Completion;
import io.troupe.bench.harness.Workload;
import io.troupe.bench.peer.PekkoPeer;
import io.troupe.bench.savina.support.SavinaBenchmark;
import io.troupe.core.ActorSystem;
import org.apache.pekko.actor.typed.ActorRef;
import org.openjdk.jmh.annotations.Param;

/** Radix sort; per run, which has a message per number and bit. */
public class RadixSortBenchmark extends SavinaBenchmark {
    /** To be sorted. */
    @Param("10000")
    public int numbers = 10_000;

    /** Of each number, with an actor each. */
    @Param("60")
    public int bits = 60;

    /** JMH makes it and sets its sizes. */
    public RadixSortBenchmark() {}

    @Override
    public Workload onTroupe(ActorSystem system) {
        Numbers all = new Numbers(numbers, bits);
        Completion completion = new Completion();
        Values next = system.spawn(Values.class, () -> new Collector(numbers, completion));
        for (int bit = bits - 1; bit >= 0; bit--) {
            Bucket bucket = new Bucket(bit, numbers);
            Values after = next;
            next = system.spawn(Values.class, () -> new Sorter(bucket, after));
        }
        Values first = next;
        Source source = system.spawn(Source.class, () -> new Source(all, first));
        long expected = expected();
        return () -> {
            source.begin();
            return completion.await(expected);
        };
    }

    @Override
    public Workload onPekko(PekkoPeer pekko) {
        Numbers all = new Numbers(numbers, bits);
        Completion completion = new Completion();
        ActorRef<PekkoRadix.Value> next = pekko.spawnTyped(PekkoRadix.collector(numbers, completion));
        for (int bit = bits - 1; bit >= 0; bit--) {
            next = pekko.spawnTyped(PekkoRadix.sorter(new Bucket(bit, numbers), next));
        }
        var source = pekko.spawnTyped(PekkoRadix.source(all, next));
        long expected = expected();
        return () -> {
            source.tell(new PekkoRadix.Begin());
            return completion.await(expected);
        };
    }

    /** What a run reports, computed without actors. */
    public long expected() {
        return new Numbers(numbers, bits).expected();
    }
}
