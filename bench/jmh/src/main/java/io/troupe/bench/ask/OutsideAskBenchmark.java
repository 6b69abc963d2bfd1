// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.ask;

import io.troupe.bench.harness.PerMessage;
import io.troupe.bench.harness.Troupe;
import io.troupe.bench.peer.Peers;
import io.troupe.bench.peer.PekkoPeer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;

/** A thread outside of actors asks and waits for the answer; per ask. Mostly the price of putting a thread to sleep. */
public class OutsideAskBenchmark extends PerMessage {
    /** A promise without a deadline, awaited. */
    @Benchmark
    public long troupe(Troupe.Any state) {
        return state.run(OutsideAsks::onTroupe);
    }

    /** A promise with a deadline, as Pekko's always have, awaited. */
    @Benchmark
    public long troupeDeadline(Troupe.WithDeadlines state) {
        return state.run(OutsideAsks::onTroupe);
    }

    /** Pekko without ask and deadline: a message that brings a completable future, joined. */
    @Benchmark
    public long pekkoMessages(Peers.Pekko state) {
        return state.run(OutsideAsks::onPeer);
    }

    /** Pekko's ask for outsiders, joined. */
    @Benchmark
    @Fork(jvmArgsPrepend = PekkoPeer.JVM_OPTION)
    public long pekko(Peers.Pekko state) {
        return state.run(peer -> OutsideAsks.onPekko((PekkoPeer) peer));
    }

    /** A completable future, joined. */
    @Benchmark
    public long executor(Peers.Executor state) {
        return state.run(OutsideAsks::onPeer);
    }

    /** A completable future, joined. */
    @Benchmark
    public long forkJoin(Peers.ForkJoin state) {
        return state.run(OutsideAsks::onPeer);
    }

    /** From Java 21 on; a completable future, joined. */
    @Benchmark
    public long virtualThreads(Peers.VirtualThread state) {
        return state.run(OutsideAsks::onPeer);
    }
}
