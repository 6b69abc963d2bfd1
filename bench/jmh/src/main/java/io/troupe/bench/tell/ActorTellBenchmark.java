// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.tell;

import io.troupe.bench.harness.Batch;
import io.troupe.bench.harness.Completion;
import io.troupe.bench.harness.PerMessage;
import io.troupe.bench.harness.Troupe;
import io.troupe.bench.harness.Workload;
import io.troupe.bench.peer.Peer;
import io.troupe.bench.peer.Peers;
import io.troupe.bench.peer.Recipient;
import io.troupe.core.ActorSystem;
import io.troupe.core.actor.ActorOptions;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/** One actor sends to another one, a thousand messages per turn. */
@OperationsPerInvocation(Batch.MESSAGES)
public class ActorTellBenchmark extends PerMessage {
    private static final long SUM = Tally.sumBelow(Batch.MESSAGES);

    /** Placed by the dispatcher. */
    @Benchmark
    public long troupe(Troupe.Any state) {
        return state.run(system -> onTroupe(system, ActorOptions.defaults(), ActorOptions.defaults()));
    }

    /** Both on one worker. */
    @Benchmark
    public long troupeSameWorker(Troupe.Placed state) {
        return state.run(system -> onTroupe(system, Troupe.on(0), Troupe.on(0)));
    }

    /** On two workers. */
    @Benchmark
    public long troupeCrossWorker(Troupe.Placed state) {
        return state.run(system -> onTroupe(system, Troupe.on(0), Troupe.on(1)));
    }

    /** Hand-written messages. */
    @Benchmark
    public long pekko(Peers.Pekko state) {
        return state.run(ActorTellBenchmark::onPeer);
    }

    /** The limit across threads: two raw queues. */
    @Benchmark
    public long jctools(Peers.Queue state) {
        return state.run(ActorTellBenchmark::onPeer);
    }

    /** Hand-written actors. */
    @Benchmark
    public long executor(Peers.Executor state) {
        return state.run(ActorTellBenchmark::onPeer);
    }

    /** Hand-written actors. */
    @Benchmark
    public long forkJoin(Peers.ForkJoin state) {
        return state.run(ActorTellBenchmark::onPeer);
    }

    /** From Java 21 on. */
    @Benchmark
    public long virtualThreads(Peers.VirtualThread state) {
        return state.run(ActorTellBenchmark::onPeer);
    }

    private static Workload onTroupe(ActorSystem system, ActorOptions sender, ActorOptions receiver) {
        Completion completion = new Completion();
        Adder adder = system.spawn(Adder.class, () -> new Adder(new Tally(completion, Batch.MESSAGES)), receiver);
        Feeder feeder = system.spawn(Feeder.class, () -> new Feeder(adder), sender);
        return () -> {
            feeder.feed(0, Batch.MESSAGES);
            return completion.await(SUM);
        };
    }

    private static Workload onPeer(Peer peer) {
        Completion completion = new Completion();
        Tally tally = new Tally(completion, Batch.MESSAGES);
        Recipient<Add> adder = peer.spawn((message, self) -> tally.add(message.value()));
        Recipient<Feed> feeder = PeerFeeder.spawn(peer, adder);
        return () -> {
            feeder.tell(new Feed(0, Batch.MESSAGES));
            return completion.await(SUM);
        };
    }
}
