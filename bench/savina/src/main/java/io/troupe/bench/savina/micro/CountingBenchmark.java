// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.micro;

import io.troupe.bench.harness.Completion;
import io.troupe.bench.harness.Workload;
import io.troupe.bench.peer.PekkoPeer;
import io.troupe.bench.peer.Recipient;
import io.troupe.bench.savina.support.SavinaBenchmark;
import io.troupe.core.ActorSystem;
import org.openjdk.jmh.annotations.Param;

/** One actor tells another one to count, in one turn, and then wants to know the count: what passing messages costs. */
public class CountingBenchmark extends SavinaBenchmark {
    /** Messages to count. The paper: 1,000,000. */
    @Param("1000000")
    public int messages;

    @Override
    public Workload onTroupe(ActorSystem system) {
        Completion completion = new Completion();
        Counting.Counter counter = system.spawn(Counting.Counter.class, Counting.Counter::new);
        Counting.Producer producer =
                system.spawn(Counting.Producer.class, () -> new Counting.Producer(counter, completion));
        return () -> {
            producer.produce(messages);
            return completion.await(messages);
        };
    }

    @Override
    public Workload onPekko(PekkoPeer pekko) {
        Completion completion = new Completion();
        Recipient<PeerCounting.ToCounter> counter = pekko.spawn(new PeerCounting.Counter());
        Recipient<PeerCounting.ToProducer> producer = pekko.spawn(new PeerCounting.Producer(counter, completion));
        return () -> {
            producer.tell(new PeerCounting.Produce(messages));
            return completion.await(messages);
        };
    }
}
