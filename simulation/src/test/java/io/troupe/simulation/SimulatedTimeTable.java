// SPDX-License-Identifier: Apache-2.0
package io.troupe.simulation;

import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.Remoting;
import io.troupe.testkit.schedule.Realism;
import io.troupe.testkit.schedule.Simulator;
import io.troupe.testkit.schedule.Strategy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Prints how much faster than real time nodes live that send each other heartbeats, ten a second. */
public final class SimulatedTimeTable {
    private static final Duration BEAT = Duration.ofMillis(100);
    private static final Duration STEP = Duration.ofSeconds(10);
    private static final double NANOS = 1e9;
    private static final long WARM_NANOS = 2_000_000_000;
    private static final long MEASURED_NANOS = 3_000_000_000L;
    private static final int FEW = 5;
    private static final int MANY = 50;

    private SimulatedTimeTable() {}

    /** One node of a cluster. */
    public static class Heart extends Actor<Heart> {
        private final List<Heart> others;

        Heart(List<Heart> others) {
            this.others = others;
        }

        @Override
        protected Promise<?> onStart() {
            context().every(BEAT, () -> others.forEach(Heart::beat));
            return Promise.done();
        }

        public void beat() {
            // that it comes is all
        }
    }

    /** Prints the table, in a minute or so. */
    public static void main(String[] arguments) {
        List<Strategy> strategies = List.of(
                new Strategy.FirstCome(),
                new Strategy.Walk(),
                new Strategy.Latencies(1),
                new Strategy.PartialOrder(),
                new Strategy.Portfolio(1000));
        for (Strategy strategy : strategies) {
            print(FEW, false, false, strategy);
        }
        print(MANY, false, false, new Strategy.Walk());
        print(MANY, true, false, new Strategy.Walk());
        print(FEW, false, true, new Strategy.FirstCome());
        print(FEW, false, true, new Strategy.Walk());
    }

    private static void print(int nodes, boolean leader, boolean links, Strategy strategy) {
        Simulator simulator = Simulator.of(1, strategy, Realism.FLIGHTS_AND_TIME);
        simulator.limit(Long.MAX_VALUE / 2);
        Simulation sim = new Simulation(simulator);
        if (links) {
            linked(sim, nodes);
        } else {
            direct(sim, nodes, leader);
        }
        speed(sim, WARM_NANOS);
        long before = simulator.events();
        long begin = System.nanoTime();
        double speed = speed(sim, MEASURED_NANOS);
        System.out.printf(
                "%2d nodes%s%s, %-24s %,8.0f times as fast, %,12.0f events/s%n",
                nodes,
                leader ? ", one of them beats" : "",
                links ? ", over links" : "",
                strategy,
                speed,
                (simulator.events() - before) * NANOS / (System.nanoTime() - begin));
        sim.end();
    }

    private static double speed(Simulation sim, long nanos) {
        long from = sim.time().toNanos();
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < nanos) {
            sim.runFor(STEP);
        }
        return (sim.time().toNanos() - from) / (double) (System.nanoTime() - begin);
    }

    /** Actors of several systems that know each other: messages, turns and time, no links. */
    private static void direct(Simulation sim, int nodes, boolean leader) {
        List<List<Heart>> others = new ArrayList<>();
        List<Heart> all = new ArrayList<>();
        sim.nodes("n", nodes, node -> {
            List<Heart> mine = new ArrayList<>();
            others.add(mine);
            all.add(node.spawn(Heart.class, () -> new Heart(mine), ActorOptions.named("heart")));
        });
        for (int i = 0; i < nodes; i++) {
            if (!leader || i == 0) {
                others.get(i).addAll(all);
                others.get(i).remove(i);
            }
        }
    }

    private static void linked(Simulation sim, int nodes) {
        sim.nodes("n", nodes, node -> {
            List<Heart> others = new ArrayList<>();
            Remoting remoting = Remoting.on(node.system());
            remoting.expose("heart", node.spawn(Heart.class, () -> new Heart(others), ActorOptions.named("heart")));
            remoting.listen("tcp://" + node.name() + ":7000");
            for (int i = 1; i <= nodes; i++) {
                String peer = "n" + i;
                if (!peer.equals(node.name())) {
                    remoting.connect("tcp://" + peer + ":7000")
                            .then(link -> others.add(link.lookup("heart", Heart.class)));
                }
            }
        });
    }
}
