// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.concurrency.philosophers;

import io.troupe.bench.harness.Completion;
import io.troupe.bench.harness.Workload;
import io.troupe.bench.peer.PekkoPeer;
import io.troupe.bench.peer.Recipient;
import io.troupe.bench.savina.support.SavinaBenchmark;
import io.troupe.core.ActorSystem;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.annotations.Param;

/**
 * Philosophers who eat so many times each. Three messages per meal, and two more for each time that a fork was taken, which
 * depends on the order in which the system runs its actors: that is part of what is measured.
 */
public class PhilosophersBenchmark extends SavinaBenchmark {
    /** Philosophers, 2 or more. The paper: 20. */
    @Param("20")
    public int philosophers;

    /** Meals of each one. The paper: 10,000; fewer here, or a run would take longer than the others. */
    @Param("2000")
    public int rounds;

    @Override
    public Workload onTroupe(ActorSystem system) {
        Completion completion = new Completion();
        Forks forks = new Forks(philosophers, completion);
        Arbiter arbiter = system.spawn(Arbiter.class, () -> new Arbiter(forks));
        List<Philosopher> all = new ArrayList<>();
        for (int i = 0; i < philosophers; i++) {
            int seat = i;
            all.add(system.spawn(Philosopher.class, () -> new Philosopher(arbiter, seat, rounds)));
        }
        return () -> {
            all.forEach(Philosopher::begin);
            return completion.await(meals());
        };
    }

    @Override
    public Workload onPekko(PekkoPeer pekko) {
        Completion completion = new Completion();
        Recipient<PeerArbiter.Message> arbiter = pekko.spawn(new PeerArbiter(new Forks(philosophers, completion)));
        List<Recipient<PeerPhilosopher.Message>> all = new ArrayList<>();
        for (int i = 0; i < philosophers; i++) {
            all.add(pekko.spawn(new PeerPhilosopher(arbiter, i, rounds)));
        }
        return () -> {
            all.forEach(philosopher -> philosopher.tell(new PeerPhilosopher.Begin()));
            return completion.await(meals());
        };
    }

    private long meals() {
        return (long) philosophers * rounds;
    }
}
