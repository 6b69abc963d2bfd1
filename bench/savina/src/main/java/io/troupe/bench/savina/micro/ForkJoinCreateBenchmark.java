// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.micro;

import io.troupe.bench.harness.Parts;
import io.troupe.bench.harness.Workload;
import io.troupe.bench.peer.PekkoPeer;
import io.troupe.bench.savina.support.SavinaBenchmark;
import io.troupe.bench.savina.support.Work;
import io.troupe.core.ActorSystem;
import org.apache.pekko.actor.typed.ActorRef;
import org.openjdk.jmh.annotations.Param;

/** An actor creates children that compute a little, once, and end: what creating and ending cost. */
public class ForkJoinCreateBenchmark extends SavinaBenchmark {
    /** Actors. The paper: 40,000. */
    @Param("40000")
    public int actors;

    @Override
    public Workload onTroupe(ActorSystem system) {
        Parts parts = new Parts(actors);
        Creation.Parent parent = system.spawn(Creation.Parent.class, () -> new Creation.Parent(parts));
        long expected = expected();
        return () -> {
            parent.create(actors);
            return parts.await(expected);
        };
    }

    @Override
    public Workload onPekko(PekkoPeer pekko) {
        Parts parts = new Parts(actors);
        ActorRef<PekkoCreation.Create> parent = pekko.spawnTyped(PekkoCreation.parent(parts));
        long expected = expected();
        return () -> {
            parent.tell(new PekkoCreation.Create(actors));
            return parts.await(expected);
        };
    }

    /** What all results add up to. */
    public long expected() {
        long sum = 0;
        for (int i = 1; i <= actors; i++) {
            sum += Work.of(i, 1);
        }
        return sum;
    }
}
