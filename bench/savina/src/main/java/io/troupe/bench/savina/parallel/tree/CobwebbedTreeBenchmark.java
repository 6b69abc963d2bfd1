// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.parallel.tree;

import io.troupe.bench.harness.Completion;
import io.troupe.bench.harness.Workload;
import io.troupe.bench.peer.PekkoPeer;
import io.troupe.bench.savina.support.SavinaBenchmark;
import io.troupe.core.ActorSystem;
import org.openjdk.jmh.annotations.Param;

/** Unbalanced cobwebbed tree; per run, with the start and the end of an actor per node. */
public class CobwebbedTreeBenchmark extends SavinaBenchmark {
    /** Children of the root. */
    @Param("250")
    public int trunk = 250;

    /** Children of any other node that has some. */
    @Param("10")
    public int branches = 10;

    /** How many of a thousand nodes have some: below 1000 / branches, or the tree has no end. */
    @Param("97")
    public int permille = 97;

    /** Average units of work of a node. */
    @Param("30")
    public int work = 30;

    /** JMH makes it and sets its sizes. */
    public CobwebbedTreeBenchmark() {}

    @Override
    public Workload onTroupe(ActorSystem system) {
        Shape shape = new Shape(trunk, branches, permille, work);
        Completion completion = new Completion();
        Gardener gardener = system.spawn(Gardener.class, () -> new Gardener(shape, completion));
        long expected = expected();
        return () -> {
            gardener.begin();
            return completion.await(expected);
        };
    }

    @Override
    public Workload onPekko(PekkoPeer pekko) {
        Shape shape = new Shape(trunk, branches, permille, work);
        Completion completion = new Completion();
        var gardener = pekko.spawnTyped(PekkoGardener.gardener(shape, completion));
        long expected = expected();
        return () -> {
            gardener.tell(new PekkoGardener.Begin());
            return completion.await(expected);
        };
    }

    /** What a run reports, computed without actors. */
    public long expected() {
        return new Shape(trunk, branches, permille, work).expected();
    }
}
