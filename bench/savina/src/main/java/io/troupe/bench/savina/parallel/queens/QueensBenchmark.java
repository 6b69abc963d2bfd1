// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.parallel.queens;

import io.troupe.bench.harness.Completion;
import io.troupe.bench.harness.Workload;
import io.troupe.bench.peer.PekkoPeer;
import io.troupe.bench.savina.support.SavinaBenchmark;
import io.troupe.core.ActorSystem;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Param;

/** N queens, first solutions; per run. */
public class QueensBenchmark extends SavinaBenchmark {
    /** Queens, 4 to 14. */
    @Param("12")
    public int size = 12;

    /** Solutions to find; all there are, if it is larger. */
    @Param("10000")
    public int limit = 10_000;

    /** Queens from which on a worker searches alone. */
    @Param("4")
    public int threshold = 4;

    /** Actors that search. */
    @Param("20")
    public int workers = 20;

    /** JMH makes it and sets its sizes. */
    public QueensBenchmark() {}

    @Override
    public Workload onTroupe(ActorSystem system) {
        Board rules = new Board(size);
        Tally tally = new Tally(limit);
        Completion completion = new Completion();
        Master master = system.spawn(Master.class, () -> new Master(tally, completion));
        master.employ(IntStream.range(0, workers)
                .mapToObj(i -> system.spawn(Worker.class, () -> new Worker(rules, threshold)))
                .toList());
        return checked(master::begin, completion, tally);
    }

    @Override
    public Workload onPekko(PekkoPeer pekko) {
        Board rules = new Board(size);
        Tally tally = new Tally(limit);
        Completion completion = new Completion();
        var master = pekko.spawnTyped(PekkoMaster.master(tally, completion));
        master.tell(new PekkoMaster.Employ(IntStream.range(0, workers)
                .mapToObj(i -> pekko.spawnTyped(PekkoMaster.worker(rules, threshold)))
                .toList()));
        return checked(() -> master.tell(new PekkoMaster.Begin()), completion, tally);
    }

    private Workload checked(Runnable begin, Completion completion, Tally tally) {
        long[] all = new Board(size).solutions();
        long expected = Math.min(limit, all.length);
        return () -> {
            begin.run();
            long found = completion.await(expected);
            tally.check(all);
            return found;
        };
    }
}
