// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.tell;

import com.lmax.disruptor.dsl.ProducerType;
import io.troupe.bench.harness.Batch;
import io.troupe.bench.harness.Completion;
import io.troupe.bench.harness.PerMessage;
import io.troupe.bench.harness.Troupe;
import io.troupe.bench.harness.Workload;
import io.troupe.bench.peer.Peer;
import io.troupe.bench.peer.Peers;
import io.troupe.bench.peer.Recipient;
import io.troupe.core.ActorSystem;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/** One thread outside of actors sends to one actor. */
@OperationsPerInvocation(Batch.MESSAGES)
public class TellBenchmark extends PerMessage {
    private static final long SUM = Tally.sumBelow(Batch.MESSAGES);

    /** Generated calls, each dispatcher. */
    @Benchmark
    public long troupe(Troupe.Any state) {
        return state.run(TellBenchmark::onTroupe);
    }

    /** Hand-written messages. */
    @Benchmark
    public long pekko(Peers.Pekko state) {
        return state.run(TellBenchmark::onPeer);
    }

    /** The limit: a raw queue, a message object each. */
    @Benchmark
    public long jctools(Peers.Queue state) {
        return state.run(TellBenchmark::onPeer);
    }

    /** The limit without allocation: the same object again and again. */
    @Benchmark
    public long jctoolsReused(Peers.Queue state) {
        return state.run(TellBenchmark::reusedOnPeer);
    }

    /** Typed events, one producer. */
    @Benchmark
    public long disruptor(SingleProducer state) {
        state.send(0, Batch.MESSAGES);
        return state.completion().await(SUM);
    }

    /** Hand-written actor. */
    @Benchmark
    public long executor(Peers.Executor state) {
        return state.run(TellBenchmark::onPeer);
    }

    /** Hand-written actor. */
    @Benchmark
    public long forkJoin(Peers.ForkJoin state) {
        return state.run(TellBenchmark::onPeer);
    }

    /** From Java 21 on. */
    @Benchmark
    public long virtualThreads(Peers.VirtualThread state) {
        return state.run(TellBenchmark::onPeer);
    }

    private static Workload onTroupe(ActorSystem system) {
        Completion completion = new Completion();
        Adder adder = system.spawn(Adder.class, () -> new Adder(new Tally(completion, Batch.MESSAGES)));
        return () -> {
            for (int i = 0; i < Batch.MESSAGES; i++) {
                adder.add(i);
            }
            return completion.await(SUM);
        };
    }

    private static Workload onPeer(Peer peer) {
        Completion completion = new Completion();
        Recipient<Add> adder = spawn(peer, completion);
        return () -> {
            for (int i = 0; i < Batch.MESSAGES; i++) {
                adder.tell(new Add(i));
            }
            return completion.await(SUM);
        };
    }

    private static Workload reusedOnPeer(Peer peer) {
        Completion completion = new Completion();
        Recipient<Add> adder = spawn(peer, completion);
        Add one = new Add(1);
        return () -> {
            for (int i = 0; i < Batch.MESSAGES; i++) {
                adder.tell(one);
            }
            return completion.await(Batch.MESSAGES);
        };
    }

    private static Recipient<Add> spawn(Peer peer, Completion completion) {
        Tally tally = new Tally(completion, Batch.MESSAGES);
        return peer.spawn((message, self) -> tally.add(message.value()));
    }

    /** A ring buffer for this benchmark's one thread. */
    public static class SingleProducer extends NumberRing {
        /** Made by JMH. */
        public SingleProducer() {
            super(ProducerType.SINGLE, Batch.MESSAGES);
        }
    }
}
