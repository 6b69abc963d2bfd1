// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.chameneos;

import io.troupe.bench.harness.Parts;
import io.troupe.bench.harness.PerMessage;
import io.troupe.bench.harness.Troupe;
import io.troupe.bench.harness.Workload;
import io.troupe.bench.peer.Peer;
import io.troupe.bench.peer.Peers;
import io.troupe.bench.peer.Recipient;
import io.troupe.core.ActorSystem;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/** A hundred creatures; per meeting. Each meeting is counted by both. */
@OperationsPerInvocation(Game.MEETINGS)
public class ChameneosBenchmark extends PerMessage {
    private static final long COUNTED = 2L * Game.MEETINGS;

    /** Generated calls, each dispatcher. */
    @Benchmark
    public long troupe(Troupe.Any state) {
        return state.run(ChameneosBenchmark::onTroupe);
    }

    /** Hand-written messages. */
    @Benchmark
    public long pekko(Peers.Pekko state) {
        return state.run(ChameneosBenchmark::onPeer);
    }

    /** Hand-written actors. */
    @Benchmark
    public long executor(Peers.Executor state) {
        return state.run(ChameneosBenchmark::onPeer);
    }

    /** Hand-written actors. */
    @Benchmark
    public long forkJoin(Peers.ForkJoin state) {
        return state.run(ChameneosBenchmark::onPeer);
    }

    /** From Java 21 on. */
    @Benchmark
    public long virtualThreads(Peers.VirtualThread state) {
        return state.run(ChameneosBenchmark::onPeer);
    }

    private static Workload onTroupe(ActorSystem system) {
        Parts parts = new Parts(Game.CREATURES);
        Mall mall = system.spawn(Mall.class, Mall::new);
        List<Creature> creatures = new ArrayList<>();
        for (int i = 0; i < Game.CREATURES; i++) {
            Colour colour = Colour.of(i);
            creatures.add(system.spawn(Creature.class, () -> new Creature(mall, parts, colour)));
        }
        return () -> {
            mall.open(Game.MEETINGS);
            creatures.forEach(Creature::begin);
            return parts.await(COUNTED);
        };
    }

    private static Workload onPeer(Peer peer) {
        Parts parts = new Parts(Game.CREATURES);
        Recipient<PeerMall.Message> mall = peer.spawn(new PeerMall());
        List<Recipient<PeerCreature.Message>> creatures = new ArrayList<>();
        for (int i = 0; i < Game.CREATURES; i++) {
            creatures.add(peer.spawn(new PeerCreature(mall, parts, Colour.of(i))));
        }
        return () -> {
            mall.tell(new PeerMall.Open(Game.MEETINGS));
            creatures.forEach(creature -> creature.tell(new PeerCreature.Begin()));
            return parts.await(COUNTED);
        };
    }
}
