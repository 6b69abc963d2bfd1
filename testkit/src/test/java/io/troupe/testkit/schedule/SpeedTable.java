// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.testkit.schedule.protocol.SmallProtocol;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Prints how fast simulated runs are: schedules of the small protocols, events of a long run, the choice of the next event. */
public final class SpeedTable {
    private static final double NANOS = 1e9;
    private static final long WARM_NANOS = 2_000_000_000;
    private static final long MEASURED_NANOS = 2_000_000_000;
    private static final int ACTORS = 50;
    private static final int CHOICES = 1_000_000;

    private SpeedTable() {}

    /** Tells others, for ever. */
    public static class Hopper extends Actor<Hopper> {
        private final List<Hopper> all;
        private int next;

        Hopper(List<Hopper> all, int next) {
            this.all = all;
            this.next = next;
        }

        public void hop() {
            next = (next + 7) % all.size();
            all.get(next).hop();
        }
    }

    /** Prints the tables, in a minute or so. */
    public static void main(String[] arguments) {
        printSchedules();
        strategies().forEach(SpeedTable::printEvents);
        for (int lanes : new int[] {10, 1000, 100_000}) {
            strategies().forEach((name, strategy) -> printChoice(name, strategy, lanes));
        }
    }

    private static Map<String, Strategy> strategies() {
        Map<String, Strategy> strategies = new LinkedHashMap<>();
        strategies.put("first come", new Strategy.FirstCome());
        strategies.put("walk", new Strategy.Walk());
        strategies.put("priorities", new Strategy.Priorities(3, 1000));
        strategies.put("partial order", new Strategy.PartialOrder());
        strategies.put("latencies", new Strategy.Latencies(1));
        return strategies;
    }

    // ---- schedules per second ------------------------------------------------------------------------------------

    private static void printSchedules() {
        double sum = 0;
        for (SmallProtocol protocol : SmallProtocol.values()) {
            rate(protocol, WARM_NANOS);
            double rate = rate(protocol, MEASURED_NANOS);
            sum += 1 / rate;
            System.out.printf("%-24s %,10.0f schedules/s%n", protocol, rate);
        }
        System.out.printf("%-24s %,10.0f schedules/s%n", "one of each in turns", SmallProtocol.values().length / sum);
    }

    private static double rate(SmallProtocol protocol, long nanos) {
        long schedules = 0;
        long begin = System.nanoTime();
        for (long seed = 0; System.nanoTime() - begin < nanos; seed += 1000) {
            schedules += Schedules.of(1000)
                    .from(seed)
                    .run(protocol.body(true))
                    .orThrow()
                    .schedules();
        }
        return schedules * NANOS / (System.nanoTime() - begin);
    }

    // ---- events per second ---------------------------------------------------------------------------------------

    private static void printEvents(String name, Strategy strategy) {
        try (Simulator simulator = Simulator.of(1, strategy, Realism.FLIGHTS_AND_TIME)) {
            ActorSystem system = simulator.system("test");
            List<Hopper> all = new ArrayList<>();
            for (int i = 0; i < ACTORS; i++) {
                int first = i;
                all.add(system.spawn(Hopper.class, () -> new Hopper(all, first)));
            }
            all.forEach(Hopper::hop);
            steps(simulator, WARM_NANOS);
            System.out.printf("%-24s %,10.0f events/s%n", name, steps(simulator, MEASURED_NANOS));
        }
    }

    private static double steps(Simulator simulator, long nanos) {
        long before = simulator.events();
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < nanos) {
            for (int i = 0; i < 10_000; i++) {
                simulator.step(Duration.ofHours(1).toNanos());
            }
        }
        return (simulator.events() - before) * NANOS / (System.nanoTime() - begin);
    }

    // ---- the choice ----------------------------------------------------------------------------------------------

    private static void printChoice(String name, Strategy strategy, int lanes) {
        Chooser chooser = Choosers.of(strategy, 1);
        FlightPool flights = new FlightPool();
        for (int i = 0; i < lanes; i++) {
            Lane lane = new Lane(
                    Lane.Content.ACTIONS,
                    EventKind.NOTE,
                    new Participant(2 * i, 2L * i, "from"),
                    new Participant(2 * i + 1, 2L * i + 1, "to"));
            lane.append(flights.take(lane, EventKind.NOTE, 0));
            chooser.add(lane);
        }
        choose(chooser);
        long begin = System.nanoTime();
        choose(chooser);
        System.out.printf(
                "%-24s %,10.1f ns per choice among %,d%n", name, (System.nanoTime() - begin) / (double) CHOICES, lanes);
    }

    private static void choose(Chooser chooser) {
        for (int i = 0; i < CHOICES; i++) {
            Lane lane = chooser.pick(null, 0);
            chooser.ran(lane);
            double now = chooser.now();
            Flight flight = now == 0 ? null : lane.head;
            if (flight != null) { // a strategy with a time of its own looks at it
                flight.made = now;
            }
            chooser.add(lane);
        }
    }
}
