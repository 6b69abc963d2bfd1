// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.concurrency.philosophers;

import io.troupe.bench.harness.Completion;
import io.troupe.bench.harness.Extras;
import io.troupe.bench.harness.Workload;
import io.troupe.bench.peer.PekkoPeer;
import io.troupe.bench.peer.Recipient;
import io.troupe.bench.savina.support.SavinaBenchmark;
import io.troupe.core.ActorSystem;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Philosophers who eat so many times each. Three messages per meal, and two more for each time that a fork was taken,
 * which depends on the order in which the system runs its actors: that is part of what is measured.
 */
public class PhilosophersBenchmark extends SavinaBenchmark {
    /** Philosophers, 2 or more. The paper: 20. */
    @Param("20")
    public int philosophers;

    /** Meals of each one. The paper: 10,000; fewer here, because some systems deny often. */
    @Param("1000")
    public int rounds;

    private @Nullable Forks forks;

    @Override
    public Workload onTroupe(ActorSystem system) {
        Completion completion = new Completion();
        Forks table = new Forks(philosophers, completion);
        forks = table;
        Arbiter arbiter = system.spawn(Arbiter.class, () -> new Arbiter(table));
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
        Forks table = new Forks(philosophers, completion);
        forks = table;
        Recipient<PeerArbiter.Message> arbiter = pekko.spawn(new PeerArbiter(table));
        List<Recipient<PeerPhilosopher.Message>> all = new ArrayList<>();
        for (int i = 0; i < philosophers; i++) {
            all.add(pekko.spawn(new PeerPhilosopher(arbiter, i, rounds)));
        }
        return () -> {
            all.forEach(philosopher -> philosopher.tell(new PeerPhilosopher.Begin()));
            return completion.await(meals());
        };
    }

    /** With {@link Extras}: how often philosophers asked in vain. */
    @TearDown(Level.Iteration)
    public void report() {
        if (forks != null && Extras.wanted()) {
            Extras.average("denied", "1/meal", forks.deniedPerMeal());
        }
    }

    private long meals() {
        return (long) philosophers * rounds;
    }
}
