// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.micro;

import io.troupe.bench.harness.Workload;
import io.troupe.bench.peer.PekkoPeer;
import io.troupe.bench.ring.Rings;
import io.troupe.bench.savina.support.SavinaBenchmark;
import io.troupe.core.ActorSystem;
import org.openjdk.jmh.annotations.Param;

/** One token in a ring: what sending and switching cost. */
public class ThreadRingBenchmark extends SavinaBenchmark {
    /** Actors in the ring. The paper: 100. */
    @Param("100")
    public int actors;

    /** Hops of the token. The paper: 100,000. */
    @Param("100000")
    public int hops;

    @Override
    public Workload onTroupe(ActorSystem system) {
        return Rings.one(actors, hops).onTroupe(system);
    }

    @Override
    public Workload onPekko(PekkoPeer pekko) {
        return Rings.one(actors, hops).onPeer(pekko);
    }
}
