// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.chatty;

import io.troupe.bench.harness.PerMessage;
import io.troupe.bench.harness.Troupe;
import io.troupe.bench.peer.Peers;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/** Per message, all threads together. */
@OperationsPerInvocation(Groups.MESSAGES)
public class ChattyBenchmark extends PerMessage {
    /** The best placement. */
    @Benchmark
    public long byHand(Troupe.Placed state, Groups groups) {
        return state.run(groups::byHand);
    }

    /** From the worst placement; what the dispatcher makes of it. */
    @Benchmark
    public long troupe(Troupe.Any state, Groups groups) {
        return state.run(groups::spread);
    }

    /** Hand-written messages. */
    @Benchmark
    public long pekko(Peers.Pekko state, Groups groups) {
        return state.run(groups::onPeer);
    }

    /** Hand-written actors. */
    @Benchmark
    public long executor(Peers.Executor state, Groups groups) {
        return state.run(groups::onPeer);
    }

    /** Hand-written actors. */
    @Benchmark
    public long forkJoin(Peers.ForkJoin state, Groups groups) {
        return state.run(groups::onPeer);
    }
}
