// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.philosophers;

import io.troupe.bench.harness.Workload;
import io.troupe.bench.peer.Peer;
import io.troupe.bench.peer.Recipient;
import io.troupe.core.ActorSystem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Brings table and philosophers together; a batch is a number of meals. */
public final class Dinner {
    private Dinner() {}

    /** Actors and promises. */
    static Workload onTroupe(ActorSystem system, Guests guests, Duration latency, int meals) {
        int seats = guests.seats();
        Table table = system.spawn(Table.class, () -> new Table(seats));
        List<Philosopher> philosophers = seat(system, table, guests, latency);
        return () -> {
            table.open(meals);
            philosophers.forEach(Philosopher::begin);
            return guests.await(meals);
        };
    }

    /**
     * Philosophers who know their table, which may be that of another process.
     *
     * @param latency added to each access to a fork
     */
    public static List<Philosopher> seat(ActorSystem system, Table table, Guests guests, Duration latency) {
        List<Philosopher> philosophers = new ArrayList<>();
        for (int i = 0; i < guests.seats(); i++) {
            int seat = i;
            philosophers.add(system.spawn(Philosopher.class, () -> new Philosopher(table, guests, seat, latency)));
        }
        return philosophers;
    }

    /** Actors and messages. */
    static Workload onPeer(Peer peer, Guests guests, int meals) {
        Recipient<PeerTable.Message> table = peer.spawn(new PeerTable(guests.seats()));
        List<Recipient<PeerPhilosopher.Message>> philosophers = new ArrayList<>();
        for (int seat = 0; seat < guests.seats(); seat++) {
            philosophers.add(peer.spawn(new PeerPhilosopher(table, guests, seat)));
        }
        return () -> {
            table.tell(new PeerTable.Open(meals));
            philosophers.forEach(philosopher -> philosopher.tell(new PeerPhilosopher.Begin()));
            return guests.await(meals);
        };
    }
}
