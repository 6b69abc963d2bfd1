// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.chameneos;

import io.troupe.bench.harness.Parts;
import io.troupe.bench.harness.Workload;
import io.troupe.bench.peer.Peer;
import io.troupe.bench.peer.Recipient;
import io.troupe.core.ActorSystem;
import java.util.ArrayList;
import java.util.List;

/**
 * The size of one game of chameneos: creatures meet in pairs at one mall until it closes.
 *
 * @param creatures 2 or more
 * @param meetings of all, until the mall closes
 */
public record Game(int creatures, int meetings) {
    /** What all creatures count: each meeting is counted by both. */
    public long counted() {
        return 2L * meetings;
    }

    /** A game of actors, placed by the dispatcher. */
    public Workload onTroupe(ActorSystem system) {
        Parts parts = new Parts(creatures);
        Mall mall = system.spawn(Mall.class, Mall::new);
        List<Creature> everybody = new ArrayList<>();
        for (int i = 0; i < creatures; i++) {
            Colour colour = Colour.of(i);
            everybody.add(system.spawn(Creature.class, () -> new Creature(mall, parts, colour)));
        }
        return () -> {
            mall.open(meetings);
            everybody.forEach(Creature::begin);
            return parts.await(counted());
        };
    }

    /** A game of a peer's actors. */
    public Workload onPeer(Peer peer) {
        Parts parts = new Parts(creatures);
        Recipient<PeerMall.Message> mall = peer.spawn(new PeerMall());
        List<Recipient<PeerCreature.Message>> everybody = new ArrayList<>();
        for (int i = 0; i < creatures; i++) {
            everybody.add(peer.spawn(new PeerCreature(mall, parts, Colour.of(i))));
        }
        return () -> {
            mall.tell(new PeerMall.Open(meetings));
            everybody.forEach(creature -> creature.tell(new PeerCreature.Begin()));
            return parts.await(counted());
        };
    }
}
