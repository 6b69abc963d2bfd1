// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.ask;

import io.troupe.bench.harness.Batch;
import io.troupe.bench.harness.PerMessage;
import io.troupe.bench.harness.Troupe;
import io.troupe.bench.peer.Peers;
import io.troupe.bench.peer.PekkoPeer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** An actor asks an actor, with one ask or a thousand in flight. */
@OperationsPerInvocation(Batch.MESSAGES)
public class AskBenchmark extends PerMessage {
    /** Placed by the dispatcher, without deadlines. */
    @Benchmark
    public long troupe(Troupe.Any state, Window window) {
        return state.run(window.asks()::onTroupe);
    }

    /** Placed by the dispatcher; each ask has a deadline, as Pekko's always have. */
    @Benchmark
    public long troupeDeadline(Troupe.WithDeadlines state, Window window) {
        return state.run(window.asks()::onTroupe);
    }

    /** Both on one worker. */
    @Benchmark
    public long troupeSameWorker(Troupe.Placed state, Window window) {
        return state.run(system -> window.asks().onTroupe(system, Troupe.on(0), Troupe.on(0)));
    }

    /** On two workers. */
    @Benchmark
    public long troupeCrossWorker(Troupe.Placed state, Window window) {
        return state.run(system -> window.asks().onTroupe(system, Troupe.on(0), Troupe.on(1)));
    }

    /** Pekko's ask with its timeout. */
    @Benchmark
    @Fork(jvmArgsPrepend = PekkoPeer.JVM_OPTION)
    public long pekko(Peers.Pekko state, Window window) {
        return state.run(peer -> window.asks().onPekko((PekkoPeer) peer));
    }

    /** Pekko without ask and deadline: messages with a reply address. */
    @Benchmark
    public long pekkoMessages(Peers.Pekko state, Window window) {
        return state.run(window.asks()::withMessages);
    }

    /** The limit across threads: two raw queues, no promise. */
    @Benchmark
    public long jctools(Peers.Queue state, Window window) {
        return state.run(window.asks()::withMessages);
    }

    /** Hand-written actors and completable futures. */
    @Benchmark
    public long executor(Peers.Executor state, Window window) {
        return state.run(window.asks()::withFutures);
    }

    /** Hand-written actors and completable futures. */
    @Benchmark
    public long forkJoin(Peers.ForkJoin state, Window window) {
        return state.run(window.asks()::withFutures);
    }

    /** From Java 21 on; completable futures. */
    @Benchmark
    public long virtualThreads(Peers.VirtualThread state, Window window) {
        return state.run(window.asks()::withFutures);
    }

    /** How many asks are in flight. */
    @State(Scope.Benchmark)
    public static class Window {
        /** Asks in flight. */
        @Param({"1", "1000"})
        public int outstanding;

        Asks asks() {
            return new Asks(outstanding);
        }
    }
}
