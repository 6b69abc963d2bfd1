// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.tell;

import io.troupe.bench.harness.Completion;
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

/** Eight actors send to one, a thousand messages per turn. */
@OperationsPerInvocation(Senders.MESSAGES)
public class EightActorsBenchmark extends PerMessage {
    /** Generated calls, each dispatcher. */
    @Benchmark
    public long troupe(Troupe.Any state) {
        return state.run(EightActorsBenchmark::onTroupe);
    }

    /** Hand-written messages. */
    @Benchmark
    public long pekko(Peers.Pekko state) {
        return state.run(EightActorsBenchmark::onPeer);
    }

    /** Hand-written actors. */
    @Benchmark
    public long executor(Peers.Executor state) {
        return state.run(EightActorsBenchmark::onPeer);
    }

    /** Hand-written actors. */
    @Benchmark
    public long forkJoin(Peers.ForkJoin state) {
        return state.run(EightActorsBenchmark::onPeer);
    }

    /** From Java 21 on. */
    @Benchmark
    public long virtualThreads(Peers.VirtualThread state) {
        return state.run(EightActorsBenchmark::onPeer);
    }

    private static Workload onTroupe(ActorSystem system) {
        Completion completion = new Completion();
        Adder adder = system.spawn(Adder.class, () -> new Adder(new Tally(completion, Senders.MESSAGES)));
        List<Feeder> feeders = new ArrayList<>();
        for (int i = 0; i < Senders.COUNT; i++) {
            feeders.add(system.spawn(Feeder.class, () -> new Feeder(adder)));
        }
        return () -> {
            feeders.forEach(feeder -> feeder.feed(0, Senders.SHARE));
            return completion.await(Senders.SUM);
        };
    }

    private static Workload onPeer(Peer peer) {
        Completion completion = new Completion();
        Tally tally = new Tally(completion, Senders.MESSAGES);
        Recipient<Add> adder = peer.spawn((message, self) -> tally.add(message.value()));
        List<Recipient<Feed>> feeders = new ArrayList<>();
        for (int i = 0; i < Senders.COUNT; i++) {
            feeders.add(PeerFeeder.spawn(peer, adder));
        }
        return () -> {
            feeders.forEach(feeder -> feeder.tell(new Feed(0, Senders.SHARE)));
            return completion.await(Senders.SUM);
        };
    }
}
