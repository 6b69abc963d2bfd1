// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.micro;

import io.troupe.bench.big.Crowd;
import io.troupe.bench.harness.Workload;
import io.troupe.bench.peer.PekkoPeer;
import io.troupe.bench.savina.support.SavinaBenchmark;
import io.troupe.core.ActorSystem;
import org.openjdk.jmh.annotations.Param;

/** Actors that ask each other at random: many actors, many mailboxes. */
public class BigBenchmark extends SavinaBenchmark {
    /** Actors. The paper: 120. */
    @Param("120")
    public int actors;

    /** Questions of each one, with an answer each. The paper: 20,000; fewer here, or a run would take half a second. */
    @Param("2000")
    public int pings;

    @Override
    public Workload onTroupe(ActorSystem system) {
        return new Crowd(actors, pings).onTroupe(system);
    }

    @Override
    public Workload onPekko(PekkoPeer pekko) {
        return new Crowd(actors, pings).onPeer(pekko);
    }
}
