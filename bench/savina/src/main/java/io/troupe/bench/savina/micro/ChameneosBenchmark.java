// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.micro;

import io.troupe.bench.chameneos.Game;
import io.troupe.bench.harness.Workload;
import io.troupe.bench.peer.PekkoPeer;
import io.troupe.bench.savina.support.SavinaBenchmark;
import io.troupe.core.ActorSystem;
import org.openjdk.jmh.annotations.Param;

/** Creatures that meet at one mall: many actors, one mailbox. */
public class ChameneosBenchmark extends SavinaBenchmark {
    /** Creatures. The paper: 100. */
    @Param("100")
    public int creatures;

    /** Meetings of all, with four messages each. The paper: 200,000. */
    @Param("200000")
    public int meetings;

    @Override
    public Workload onTroupe(ActorSystem system) {
        return new Game(creatures, meetings).onTroupe(system);
    }

    @Override
    public Workload onPekko(PekkoPeer pekko) {
        return new Game(creatures, meetings).onPeer(pekko);
    }
}
