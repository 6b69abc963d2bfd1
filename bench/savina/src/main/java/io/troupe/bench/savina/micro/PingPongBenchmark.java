// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.micro;

import io.troupe.bench.harness.Workload;
import io.troupe.bench.peer.PekkoPeer;
import io.troupe.bench.ring.Rings;
import io.troupe.bench.savina.support.SavinaBenchmark;
import io.troupe.core.ActorSystem;
import org.openjdk.jmh.annotations.Param;

/** Two actors that answer each other: what delivery costs. */
public class PingPongBenchmark extends SavinaBenchmark {
    /** Pings, each with its pong. The paper: 40,000. */
    @Param("40000")
    public int pings;

    @Override
    public Workload onTroupe(ActorSystem system) {
        return Rings.one(2, 2 * pings).onTroupe(system);
    }

    @Override
    public Workload onPekko(PekkoPeer pekko) {
        return Rings.one(2, 2 * pings).onPeer(pekko);
    }
}
