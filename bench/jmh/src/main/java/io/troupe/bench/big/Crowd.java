// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.big;

import io.troupe.bench.harness.Parts;
import io.troupe.bench.harness.Workload;
import io.troupe.bench.peer.Peer;
import io.troupe.bench.peer.Recipient;
import io.troupe.core.ActorSystem;
import java.util.ArrayList;
import java.util.List;

/**
 * Actors that ask each other at random.
 *
 * @param members actors
 * @param rounds questions of each one, one after the other
 */
public record Crowd(int members, int rounds) {
    /** Questions and answers of all. */
    public long messages() {
        return 2L * members * rounds;
    }

    /** A crowd of actors, placed by the dispatcher. */
    public Workload onTroupe(ActorSystem system) {
        Parts parts = new Parts(members);
        Member[] everybody = new Member[members];
        for (int i = 0; i < everybody.length; i++) {
            int seed = i;
            everybody[i] = system.spawn(Member.class, () -> new Member(parts, rounds, seed));
        }
        for (Member member : everybody) {
            member.meet(everybody);
        }
        return () -> {
            for (Member member : everybody) {
                member.begin();
            }
            return parts.await(messages());
        };
    }

    /** A crowd of a peer's actors. */
    public Workload onPeer(Peer peer) {
        Parts parts = new Parts(members);
        List<Recipient<PeerMember.Message>> everybody = new ArrayList<>();
        for (int i = 0; i < members; i++) {
            everybody.add(peer.spawn(new PeerMember(parts, everybody, rounds, i)));
        }
        return () -> {
            everybody.forEach(member -> member.tell(new PeerMember.Begin()));
            return parts.await(messages());
        };
    }

    /** The next one to ask, by a linear congruential generator. */
    static long nextSeed(long seed) {
        return seed * 6364136223846793005L + 1442695040888963407L;
    }

    /** One of so many, by a seed. */
    static int pick(long seed, int size) {
        return (int) ((seed >>> 33) % size);
    }
}
