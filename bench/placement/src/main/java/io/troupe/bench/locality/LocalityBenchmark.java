// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.locality;

import io.troupe.bench.harness.PerMessage;
import io.troupe.bench.harness.Troupe;
import io.troupe.bench.peer.Peers;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/** Per message, all threads together. */
@OperationsPerInvocation(Grid.MESSAGES)
@Fork(
        value = 2,
        jvmArgsAppend = {"-Xms4g", "-Xmx4g", "-XX:+AlwaysPreTouch"})
public class LocalityBenchmark extends PerMessage {
    /** Generated calls, each dispatcher. */
    @Benchmark
    public long troupe(Troupe.Any state, Grid grid) {
        return state.run(grid::onTroupe);
    }

    /** Hand-written messages. */
    @Benchmark
    public long pekko(Peers.Pekko state, Grid grid) {
        return state.run(grid::onPeer);
    }

    /** Hand-written actors. */
    @Benchmark
    public long executor(Peers.Executor state, Grid grid) {
        return state.run(grid::onPeer);
    }

    /** Hand-written actors. */
    @Benchmark
    public long forkJoin(Peers.ForkJoin state, Grid grid) {
        return state.run(grid::onPeer);
    }

    /** A task per message, actors stay on their thread. */
    @Benchmark
    public long taskDedicated(Tasks.Dedicated state, Grid grid) {
        return state.run(grid);
    }

    /** A task per message. */
    @Benchmark
    public long taskPool(Tasks.Pool state, Grid grid) {
        return state.run(grid);
    }

    /** A task per message, newest first: fast and unfair. */
    @Benchmark
    public long taskForkJoin(Tasks.ForkJoin state, Grid grid) {
        return state.run(grid);
    }

    /** A task per message, oldest first. */
    @Benchmark
    public long taskForkJoinAsync(Tasks.ForkJoinAsync state, Grid grid) {
        return state.run(grid);
    }

    /** The limit of fair schedules: loops that visit each actor in turn. */
    @Benchmark
    public long loops(Tasks.Pool state, Grid grid) {
        return state.loop(grid, true);
    }

    /** The limit of actors: loops that stay with an actor for 512 messages. */
    @Benchmark
    public long loopsInStretches(Tasks.Pool state, Grid grid) {
        return state.loop(grid, false);
    }
}
