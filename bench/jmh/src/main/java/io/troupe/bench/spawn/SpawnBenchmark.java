// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.spawn;

import io.troupe.bench.harness.Batch;
import io.troupe.bench.harness.PerMessage;
import io.troupe.bench.peer.Peer;
import io.troupe.bench.peer.PekkoPeer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/** Per actor; a thousand million divided by the figure is the rate per second. */
@OperationsPerInvocation(Batch.MESSAGES)
public class SpawnBenchmark extends PerMessage {
    /** An actor spawns children. */
    @Benchmark
    public long troupe(Fresh.Troupes state) {
        Arrivals arrivals = new Arrivals();
        state.actors().spawn(Nursery.class, () -> new Nursery(arrivals)).hatch(Batch.MESSAGES);
        return arrivals.await();
    }

    /** A thread outside of actors spawns. */
    @Benchmark
    public long troupeOutside(Fresh.Troupes state) {
        Arrivals arrivals = new Arrivals();
        for (int i = 0; i < Batch.MESSAGES; i++) {
            state.actors().spawn(Newborn.class, () -> new Newborn(arrivals)).hello();
        }
        return arrivals.await();
    }

    /** An actor spawns children. */
    @Benchmark
    public long pekko(Fresh.Pekko state) {
        Arrivals arrivals = new Arrivals();
        PekkoPeer pekko = (PekkoPeer) state.peer();
        pekko.spawnTyped(PekkoNursery.nursery(arrivals)).tell(new PekkoNursery.Hatch(Batch.MESSAGES));
        return arrivals.await();
    }

    /** The limit: a linked queue and a flag, without name, parent or end. */
    @Benchmark
    public long executor(Fresh.Executor state) {
        return onPeer(state.peer());
    }

    /** From Java 21 on: a thread and a queue. */
    @Benchmark
    public long virtualThreads(Fresh.VirtualThread state) {
        return onPeer(state.peer());
    }

    private static long onPeer(Peer peer) {
        Arrivals arrivals = new Arrivals();
        for (int i = 0; i < Batch.MESSAGES; i++) {
            peer.<PekkoNursery.Hello>spawn((hello, self) -> arrivals.arrived()).tell(new PekkoNursery.Hello());
        }
        return arrivals.await();
    }
}
