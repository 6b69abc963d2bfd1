// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.pi;

import io.troupe.bench.harness.PerMessage;
import io.troupe.bench.harness.Troupe;
import io.troupe.bench.peer.Peers;
import io.troupe.dispatch.mailbox.MailboxSpec;
import io.troupe.dispatch.mailbox.Overflow;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/** Milliseconds for a hundred million terms, on two workers unless told otherwise. */
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class PiBenchmark extends PerMessage {
    private static final int PACE_CAPACITY = 5_000;

    /** Jobs and results are messages; mailboxes grow. */
    @Benchmark
    public long troupe(Troupe.Any state, Job job) {
        return state.run(system -> new ActorPi(system, job, MailboxSpec.unbounded()).fed());
    }

    /** The same with 5000 jobs at most before a slicer: the sender waits. */
    @Benchmark
    public long troupePaced(Troupe.Any state, Job job) {
        MailboxSpec paced = MailboxSpec.bounded(PACE_CAPACITY, Overflow.PACE);
        return state.run(system -> new ActorPi(system, job, paced).fed());
    }

    /** Slicers report every thousandth time; beside {@link #disruptorBatched}. */
    @Benchmark
    public long troupeBatched(Troupe.Any state, Job job) {
        return state.run(system -> new ActorPi(system, job, MailboxSpec.unbounded()).batched());
    }

    /** Slicers send themselves their jobs: no queue grows, no third thread. */
    @Benchmark
    public long troupeSelfFed(Troupe.Any state, Job job) {
        return state.run(system -> new ActorPi(system, job, MailboxSpec.unbounded()).selfFed());
    }

    /** Jobs and results are messages. */
    @Benchmark
    public long pekko(Peers.Pekko state, Job job) {
        return state.run(peer -> new PeerPi(peer, job).fed());
    }

    /** Slicers send themselves their jobs. */
    @Benchmark
    public long pekkoSelfFed(Peers.Pekko state, Job job) {
        return state.run(peer -> new PeerPi(peer, job).selfFed());
    }

    /** Jobs and results are messages. */
    @Benchmark
    public long akka(Peers.Akka state, Job job) {
        return state.run(peer -> new PeerPi(peer, job).fed());
    }

    /** Slicers send themselves their jobs. */
    @Benchmark
    public long akkaSelfFed(Peers.Akka state, Job job) {
        return state.run(peer -> new PeerPi(peer, job).selfFed());
    }

    /** Nothing is queued: every hand-over is a rendezvous. Large slices only. */
    @Benchmark
    public long rendezvous(RendezvousPi.Threads state) {
        return state.run();
    }

    /** From Java 21 on: the same on virtual threads. */
    @Benchmark
    public long virtualThreadRendezvous(RendezvousPi.Virtual state) {
        return state.run();
    }

    /** The limit: one loop per thread. */
    @Benchmark
    public long chunkedLoops(TaskPi.Fixed state) {
        return state.runChunked();
    }

    /** The JDK's own way to cut it. */
    @Benchmark
    public long parallelStream(Job job) {
        int terms = job.terms();
        return Job.checked(IntStream.range(0, job.slices())
                .parallel()
                .mapToDouble(slice -> Job.slice(slice, terms))
                .sum());
    }

    /** Results travel in their events. */
    @Benchmark
    public long disruptorDiamond(RingPi.Diamond state) {
        return state.run();
    }

    /** Results are added up by the slicers. */
    @Benchmark
    public long disruptorBatched(RingPi.Batched state) {
        return state.run();
    }

    /** A task per slice. */
    @Benchmark
    public long executor(TaskPi.Fixed state) {
        return state.run();
    }

    /** A task per slice. */
    @Benchmark
    public long forkJoin(TaskPi.ForkJoin state) {
        return state.run();
    }

    /** From Java 21 on: a thread per slice. */
    @Benchmark
    public long virtualThreads(TaskPi.Virtual state) {
        return state.run();
    }

    /** From Java 21 on: slicers and accumulator are threads with queues. */
    @Benchmark
    public long virtualThreadActors(Peers.VirtualThread state, Job job) {
        return state.run(peer -> new PeerPi(peer, job).fed());
    }
}
