// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.ring;

import io.troupe.bench.harness.Parts;
import io.troupe.bench.harness.Workload;
import io.troupe.bench.peer.Peer;
import io.troupe.bench.peer.Recipient;
import io.troupe.core.ActorSystem;
import io.troupe.core.actor.ActorOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * A number of rings, each with one token.
 *
 * @param count of rings
 * @param size actors of a ring
 * @param hops messages of a ring per batch
 */
public record Rings(int count, int size, int hops) {
    /** One ring. */
    public static Rings one(int size, int hops) {
        return new Rings(1, size, hops);
    }

    /** Rings of actors, placed by the dispatcher. */
    public Workload onTroupe(ActorSystem system) {
        return onTroupe(system, place -> ActorOptions.defaults());
    }

    /**
     * Rings of actors.
     *
     * @param options by the place in the ring
     */
    public Workload onTroupe(ActorSystem system, IntFunction<ActorOptions> options) {
        Parts parts = new Parts(count);
        List<Hopper> firsts = new ArrayList<>();
        for (int ring = 0; ring < count; ring++) {
            Hopper first = spawn(system, parts, options.apply(0));
            Hopper last = first;
            for (int place = 1; place < size; place++) {
                Hopper next = spawn(system, parts, options.apply(place));
                last.link(next);
                last = next;
            }
            last.link(first);
            firsts.add(first);
        }
        return () -> {
            firsts.forEach(first -> first.token(1));
            return parts.await((long) count * hops);
        };
    }

    private Hopper spawn(ActorSystem system, Parts parts, ActorOptions options) {
        return system.spawn(Hopper.class, () -> new Hopper(parts, hops), options);
    }

    /** Rings of a peer's actors. */
    public Workload onPeer(Peer peer) {
        Parts parts = new Parts(count);
        List<Recipient<PeerHopper.Token>> firsts = new ArrayList<>();
        for (int ring = 0; ring < count; ring++) {
            PeerHopper last = new PeerHopper(parts, hops);
            Recipient<PeerHopper.Token> first = peer.spawn(last);
            for (int place = 1; place < size; place++) {
                PeerHopper next = new PeerHopper(parts, hops);
                last.link(peer.spawn(next));
                last = next;
            }
            last.link(first);
            firsts.add(first);
        }
        return () -> {
            firsts.forEach(first -> first.tell(new PeerHopper.Token(1)));
            return parts.await((long) count * hops);
        };
    }
}
