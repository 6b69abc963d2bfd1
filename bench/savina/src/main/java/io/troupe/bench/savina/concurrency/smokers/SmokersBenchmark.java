// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.concurrency.smokers;

import io.troupe.bench.harness.Parts;
import io.troupe.bench.harness.Workload;
import io.troupe.bench.peer.PekkoPeer;
import io.troupe.bench.savina.support.SavinaBenchmark;
import io.troupe.core.ActorSystem;
import java.util.List;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Param;

/** Cigarette smokers; per run. */
public class SmokersBenchmark extends SavinaBenchmark {
    /** Around the arbiter. */
    @Param("200")
    public int smokers = 200;

    /** How often somebody smokes. */
    @Param("1000")
    public int rounds = 1_000;

    /** Average units of work of a cigarette. */
    @Param("60")
    public int work = 60;

    /** JMH makes it and sets its sizes. */
    public SmokersBenchmark() {}

    @Override
    public Workload onTroupe(ActorSystem system) {
        Table table = new Table(smokers, rounds, work);
        Parts parts = new Parts(smokers);
        Arbiter arbiter = system.spawn(Arbiter.class, () -> new Arbiter(table));
        List<Smoker> all = IntStream.range(0, smokers)
                .mapToObj(i -> system.spawn(Smoker.class, () -> new Smoker(table, i, parts)))
                .toList();
        long expected = expected();
        return () -> {
            arbiter.begin(all);
            return parts.await(expected);
        };
    }

    @Override
    public Workload onPekko(PekkoPeer pekko) {
        Table table = new Table(smokers, rounds, work);
        Parts parts = new Parts(smokers);
        var arbiter = pekko.spawnTyped(PekkoArbiter.arbiter(table));
        var all = IntStream.range(0, smokers)
                .mapToObj(i -> pekko.spawnTyped(PekkoSmoker.smoker(table, i, parts)))
                .toList();
        long expected = expected();
        return () -> {
            arbiter.tell(new PekkoArbiter.Begin(all));
            return parts.await(expected);
        };
    }

    /** What a run reports, computed without actors. */
    public long expected() {
        return new Table(smokers, rounds, work).expected();
    }
}
