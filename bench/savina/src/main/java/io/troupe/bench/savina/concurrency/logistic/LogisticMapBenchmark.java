// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.concurrency.logistic;

import io.troupe.bench.harness.Parts;
import io.troupe.bench.harness.Workload;
import io.troupe.bench.peer.PekkoPeer;
import io.troupe.bench.savina.support.SavinaBenchmark;
import io.troupe.core.ActorSystem;
import java.util.List;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Param;

/** Logistic map series; per run. */
public class LogisticMapBenchmark extends SavinaBenchmark {
    /** How many, with an actor and a computer each. */
    @Param("10")
    public int series = 10;

    /** Of each series. */
    @Param("25000")
    public int terms = 25_000;

    /** JMH makes it and sets its sizes. */
    public LogisticMapBenchmark() {}

    @Override
    public Workload onTroupe(ActorSystem system) {
        Maps maps = new Maps(series, terms);
        Parts parts = new Parts(series);
        List<Series> all = IntStream.range(0, series)
                .mapToObj(i -> {
                    RateComputer computer = system.spawn(RateComputer.class, () -> new RateComputer(maps.rate(i)));
                    return system.spawn(Series.class, () -> new Series(computer, maps.start(i), parts));
                })
                .toList();
        Master master = system.spawn(Master.class, () -> new Master(maps, all));
        long expected = expected();
        return () -> {
            master.begin();
            return parts.await(expected);
        };
    }

    @Override
    public Workload onPekko(PekkoPeer pekko) {
        Maps maps = new Maps(series, terms);
        Parts parts = new Parts(series);
        var all = IntStream.range(0, series)
                .mapToObj(i -> {
                    var computer = pekko.spawnTyped(PekkoLogistic.computer(maps.rate(i)));
                    return pekko.spawnTyped(PekkoSeries.series(computer, maps.start(i), parts));
                })
                .toList();
        var master = pekko.spawnTyped(PekkoLogistic.master(maps, all));
        long expected = expected();
        return () -> {
            master.tell(new PekkoLogistic.Begin());
            return parts.await(expected);
        };
    }

    /** What a run reports, computed without actors. */
    public long expected() {
        return new Maps(series, terms).expected();
    }
}
