// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.parallel.astar;

import io.troupe.bench.harness.Completion;
import io.troupe.bench.harness.Workload;
import io.troupe.bench.peer.PekkoPeer;
import io.troupe.bench.savina.support.SavinaBenchmark;
import io.troupe.core.ActorSystem;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Param;

/** Guided A* search; per run. */
public class AStarBenchmark extends SavinaBenchmark {
    /** Nodes along an edge of the cube. */
    @Param("30")
    public int edge = 30;

    /** Actors that search. */
    @Param("20")
    public int workers = 20;

    /** Nodes a worker looks at before it gives the rest back. */
    @Param("1024")
    public int steps = 1_024;

    /** JMH makes it and sets its sizes. */
    public AStarBenchmark() {}

    @Override
    public Workload onTroupe(ActorSystem system) {
        Grid grid = new Grid(edge);
        Costs costs = new Costs(grid);
        Completion completion = new Completion();
        Master master = system.spawn(Master.class, () -> new Master(grid, costs, completion));
        master.employ(IntStream.range(0, workers)
                .mapToObj(i -> system.spawn(Worker.class, () -> new Worker(new Search(grid, costs, steps))))
                .toList());
        long expected = expected();
        return () -> {
            master.begin();
            return completion.await(expected);
        };
    }

    @Override
    public Workload onPekko(PekkoPeer pekko) {
        Grid grid = new Grid(edge);
        Costs costs = new Costs(grid);
        Completion completion = new Completion();
        var master = pekko.spawnTyped(PekkoMaster.master(grid, costs, completion));
        master.tell(new PekkoMaster.Employ(IntStream.range(0, workers)
                .mapToObj(i -> pekko.spawnTyped(PekkoMaster.worker(new Search(grid, costs, steps))))
                .toList()));
        long expected = expected();
        return () -> {
            master.tell(new PekkoMaster.Begin());
            return completion.await(expected);
        };
    }

    /** What a run reports, computed without actors. */
    public long expected() {
        return new Grid(edge).expected();
    }
}
