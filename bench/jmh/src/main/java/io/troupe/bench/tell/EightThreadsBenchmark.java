// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.tell;

import com.lmax.disruptor.dsl.ProducerType;
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

/** Eight threads outside of actors send to one actor. */
@OperationsPerInvocation(Senders.MESSAGES)
public class EightThreadsBenchmark extends PerMessage {
    /** Generated calls, each dispatcher. */
    @Benchmark
    public long troupe(Troupe.Any state, Senders senders) {
        return state.run(system -> onTroupe(system, senders));
    }

    /** Hand-written messages. */
    @Benchmark
    public long pekko(Peers.Pekko state, Senders senders) {
        return state.run(peer -> onPeer(peer, senders));
    }

    /** The limit: a raw queue. */
    @Benchmark
    public long jctools(Peers.Queue state, Senders senders) {
        return state.run(peer -> onPeer(peer, senders));
    }

    /** Typed events, many producers. */
    @Benchmark
    public long disruptor(ManyProducers state, Senders senders) {
        senders.send(() -> state.send(0, Senders.SHARE));
        return state.completion().await(Senders.SUM);
    }

    /** Hand-written actor. */
    @Benchmark
    public long executor(Peers.Executor state, Senders senders) {
        return state.run(peer -> onPeer(peer, senders));
    }

    /** Hand-written actor. */
    @Benchmark
    public long forkJoin(Peers.ForkJoin state, Senders senders) {
        return state.run(peer -> onPeer(peer, senders));
    }

    /** From Java 21 on. */
    @Benchmark
    public long virtualThreads(Peers.VirtualThread state, Senders senders) {
        return state.run(peer -> onPeer(peer, senders));
    }

    private static Workload onTroupe(ActorSystem system, Senders senders) {
        Completion completion = new Completion();
        Adder adder = system.spawn(Adder.class, () -> new Adder(new Tally(completion, Senders.MESSAGES)));
        Runnable share = () -> {
            for (int i = 0; i < Senders.SHARE; i++) {
                adder.add(i);
            }
        };
        return () -> {
            senders.send(share);
            return completion.await(Senders.SUM);
        };
    }

    private static Workload onPeer(Peer peer, Senders senders) {
        Completion completion = new Completion();
        Tally tally = new Tally(completion, Senders.MESSAGES);
        Recipient<Add> adder = peer.spawn((message, self) -> tally.add(message.value()));
        Runnable share = () -> {
            for (int i = 0; i < Senders.SHARE; i++) {
                adder.tell(new Add(i));
            }
        };
        return () -> {
            senders.send(share);
            return completion.await(Senders.SUM);
        };
    }

    /** A ring buffer for all senders. */
    public static class ManyProducers extends NumberRing {
        /** Made by JMH. */
        public ManyProducers() {
            super(ProducerType.MULTI, Senders.MESSAGES);
        }
    }
}
