// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.philosophers;

import io.troupe.bench.harness.PerMessage;
import io.troupe.bench.harness.Troupe;
import io.troupe.bench.peer.Peers;
import java.time.Duration;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/** Per meal, of all philosophers together: two forks are asked for and given, and both put back. */
@OperationsPerInvocation(PhilosophersBenchmark.MEALS)
public class PhilosophersBenchmark extends PerMessage {
    static final int MEALS = 20_000;

    /** A table with promises, each dispatcher. */
    @Benchmark
    public long troupe(Troupe.Any state, Evening.Seats seats) {
        return state.run(system -> Dinner.onTroupe(system, seats.guests(), Duration.ZERO, MEALS));
    }

    /** A table with messages. */
    @Benchmark
    public long pekko(Peers.Pekko state, Evening.Seats seats) {
        return state.run(peer -> Dinner.onPeer(peer, seats.guests(), MEALS));
    }

    /** Hand-written actors. */
    @Benchmark
    public long executor(Peers.Executor state, Evening.Seats seats) {
        return state.run(peer -> Dinner.onPeer(peer, seats.guests(), MEALS));
    }

    /** Hand-written actors. */
    @Benchmark
    public long forkJoin(Peers.ForkJoin state, Evening.Seats seats) {
        return state.run(peer -> Dinner.onPeer(peer, seats.guests(), MEALS));
    }

    /** From Java 21 on: each actor is a thread with a queue. */
    @Benchmark
    public long virtualThreadActors(Peers.VirtualThread state, Evening.Seats seats) {
        return state.run(peer -> Dinner.onPeer(peer, seats.guests(), MEALS));
    }

    /** No table: a mutex per fork, a task per meal. */
    @Benchmark
    public long executorLocks(LockDinner.Pool state, Evening.Seats seats) {
        return state.run(seats.guests(), Duration.ZERO, MEALS);
    }

    /** No table: a mutex per fork, a thread per philosopher. */
    @Benchmark
    public long threadLocks(LockDinner.Threads state, Evening.Seats seats) {
        return state.run(seats.guests(), Duration.ZERO, MEALS);
    }

    /** The same from Java 21 on. */
    @Benchmark
    public long virtualThreadLocks(LockDinner.Virtual state, Evening.Seats seats) {
        return state.run(seats.guests(), Duration.ZERO, MEALS);
    }
}
