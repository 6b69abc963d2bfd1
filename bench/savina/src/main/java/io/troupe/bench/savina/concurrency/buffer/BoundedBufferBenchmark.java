// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.concurrency.buffer;

import io.troupe.bench.harness.Completion;
import io.troupe.bench.harness.Workload;
import io.troupe.bench.peer.PekkoPeer;
import io.troupe.bench.peer.Recipient;
import io.troupe.bench.savina.support.SavinaBenchmark;
import io.troupe.core.ActorSystem;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.annotations.Param;

/** Producers give items to consumers through a buffer that has room for some: who waits is decided by an actor. */
public class BoundedBufferBenchmark extends SavinaBenchmark {
    /** Room of the buffer, items. The paper: 50. */
    @Param("50")
    public int room;

    /** Producers. The paper: 40. */
    @Param("40")
    public int producers;

    /** Consumers. The paper: 40. */
    @Param("40")
    public int consumers;

    /** Items of each producer. The paper: 1,000. */
    @Param("1000")
    public int items;

    /** Units of work per item, for producer and consumer each. The paper: 25, of larger units. */
    @Param("25")
    public int cost;

    @Override
    public Workload onTroupe(ActorSystem system) {
        Sizes sizes = sizes();
        Completion completion = new Completion();
        Manager manager = system.spawn(Manager.class, () -> new Manager(sizes, completion));
        List<Producer> all = new ArrayList<>();
        for (int i = 0; i < producers; i++) {
            int number = i;
            all.add(system.spawn(Producer.class, () -> new Producer(manager, sizes, number)));
        }
        for (int i = 0; i < consumers; i++) {
            manager.join(system.spawn(Consumer.class, () -> new Consumer(manager, sizes)));
        }
        long expected = sizes.expected();
        return () -> {
            all.forEach(manager::begin);
            return completion.await(expected);
        };
    }

    @Override
    public Workload onPekko(PekkoPeer pekko) {
        Sizes sizes = sizes();
        Completion completion = new Completion();
        Recipient<PeerManager.Message> manager = pekko.spawn(new PeerManager(sizes, completion));
        List<Recipient<PeerProducer.Produce>> all = new ArrayList<>();
        for (int i = 0; i < producers; i++) {
            all.add(pekko.spawn(new PeerProducer(manager, sizes, i)));
        }
        for (int i = 0; i < consumers; i++) {
            manager.tell(new PeerManager.Join(pekko.spawn(new PeerConsumer(manager, sizes))));
        }
        long expected = sizes.expected();
        return () -> {
            all.forEach(producer -> manager.tell(new PeerManager.Begin(producer)));
            return completion.await(expected);
        };
    }

    /** Sum of all results. */
    public long expected() {
        return sizes().expected();
    }

    private Sizes sizes() {
        return new Sizes(room, producers, consumers, items, cost);
    }
}
