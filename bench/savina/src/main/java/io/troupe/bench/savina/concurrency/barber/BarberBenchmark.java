// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.concurrency.barber;

import io.troupe.bench.harness.Completion;
import io.troupe.bench.harness.Workload;
import io.troupe.bench.peer.PekkoPeer;
import io.troupe.bench.savina.support.SavinaBenchmark;
import io.troupe.core.ActorSystem;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Param;

/** Sleeping barber; per run, until all customers have had their haircut. */
public class BarberBenchmark extends SavinaBenchmark {
    /** Haircuts. */
    @Param("5000")
    public int customers = 5_000;

    /** In the waiting room. */
    @Param("1000")
    public int chairs = 1_000;

    /** Average units of work between two customers, and of a haircut. */
    @Param("60")
    public int work = 60;

    /** JMH makes it and sets its sizes. */
    public BarberBenchmark() {}

    @Override
    public Workload onTroupe(ActorSystem system) {
        Shop shop = new Shop(customers, chairs, work, work);
        Completion completion = new Completion();
        Barber barber = system.spawn(Barber.class, () -> new Barber(shop));
        WaitingRoom room = system.spawn(WaitingRoom.class, () -> new WaitingRoom(shop, barber));
        Factory factory = system.spawn(Factory.class, () -> new Factory(shop, completion));
        factory.employ(IntStream.range(0, customers)
                .mapToObj(i -> system.spawn(Customer.class, () -> new Customer(i, factory, room)))
                .toList());
        long expected = expected();
        return () -> {
            factory.begin();
            return completion.await(expected);
        };
    }

    @Override
    public Workload onPekko(PekkoPeer pekko) {
        Shop shop = new Shop(customers, chairs, work, work);
        Completion completion = new Completion();
        var barber = pekko.spawnTyped(PekkoBarber.barber(shop));
        var room = pekko.spawnTyped(PekkoBarber.room(shop, barber));
        var factory = pekko.spawnTyped(PekkoFactory.factory(shop, completion));
        var all =
                IntStream.range(0, customers).mapToObj(i -> pekko.spawnTyped(PekkoCustomer.customer(i, factory, room)));
        factory.tell(new PekkoFactory.Employ(all.toList()));
        long expected = expected();
        return () -> {
            factory.tell(new PekkoFactory.Begin());
            return completion.await(expected);
        };
    }

    /** What a run reports, computed without actors. */
    public long expected() {
        return new Shop(customers, chairs, work, work).expected();
    }
}
