// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.micro;

import io.troupe.bench.harness.Parts;
import io.troupe.bench.harness.Workload;
import io.troupe.bench.peer.PekkoPeer;
import io.troupe.bench.peer.Recipient;
import io.troupe.bench.savina.support.SavinaBenchmark;
import io.troupe.bench.savina.support.Work;
import io.troupe.core.ActorSystem;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.annotations.Param;

/** The thread outside gives messages to actors in turn, each actor computes a little: how many messages get through. */
public class ForkJoinThroughputBenchmark extends SavinaBenchmark {
    /** Actors. The paper: 60. */
    @Param("60")
    public int actors;

    /** Messages of each one. The paper: 10,000. */
    @Param("10000")
    public int messages;

    @Override
    public Workload onTroupe(ActorSystem system) {
        Parts parts = new Parts(actors);
        List<Throughput.Worker> workers = new ArrayList<>();
        for (int i = 0; i < actors; i++) {
            workers.add(system.spawn(Throughput.Worker.class, () -> new Throughput.Worker(parts, messages)));
        }
        long expected = expected();
        return () -> {
            for (int i = 0; i < messages; i++) {
                for (Throughput.Worker worker : workers) {
                    worker.process(i);
                }
            }
            return parts.await(expected);
        };
    }

    @Override
    public Workload onPekko(PekkoPeer pekko) {
        Parts parts = new Parts(actors);
        List<Recipient<Throughput.Compute>> workers = new ArrayList<>();
        for (int i = 0; i < actors; i++) {
            workers.add(pekko.spawn(new Throughput.PeerWorker(parts, messages)));
        }
        long expected = expected();
        return () -> {
            for (int i = 0; i < messages; i++) {
                for (Recipient<Throughput.Compute> worker : workers) {
                    worker.tell(new Throughput.Compute(i));
                }
            }
            return parts.await(expected);
        };
    }

    /** What all results add up to. */
    public long expected() {
        long sum = 0;
        for (int i = 0; i < messages; i++) {
            sum += Work.of(i, 1);
        }
        return sum * actors;
    }
}
