// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.diagram;

import io.troupe.testkit.schedule.EventKind;
import io.troupe.testkit.schedule.SimEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Runs for the tests of diagrams. */
final class Runs {
    private final List<SimEvent> events = new ArrayList<>();
    private final Map<String, Long> ordinals = new HashMap<>();
    private long nanos;

    static SimEvent event(long number, EventKind kind, String source, String target, long cause, String label) {
        return new SimEvent(number, number * 1_000_000, kind, source, target, 1, cause, label);
    }

    Runs at(long micros) {
        nanos = micros * 1000;
        return this;
    }

    long add(EventKind kind, String source, String target, long cause, String label) {
        long number = events.size();
        long ordinal = ordinals.merge(SimEvent.name(kind, source, target, 0), 1L, Long::sum);
        events.add(new SimEvent(number, nanos, kind, source, target, ordinal, cause, label));
        return number;
    }

    /** An arrival and the turn that it brings. */
    long deliver(String source, String target, long cause, String label) {
        long arrival = add(EventKind.ARRIVAL, source, target, cause, label);
        return add(EventKind.TURN, target, target, arrival, label);
    }

    List<SimEvent> events() {
        return List.copyOf(events);
    }

    /** Two leaders at a time: a lease that has run out is still believed. */
    static List<SimEvent> lease() {
        Runs run = new Runs();
        long ask = run.deliver("outside", "troupe://n1/holder", -1, "acquire()");
        long grant = run.at(800).deliver("troupe://n1/holder", "troupe://lock/lease", ask, "acquire(n1)");
        run.at(1900).add(EventKind.ANSWER, "troupe://lock/lease", "troupe://n1/holder", grant, "granted until 100 ms");
        long write = run.add(EventKind.TURN, "troupe://n1/holder", "troupe://n1/holder", 4, "then");
        run.at(2000).add(EventKind.DISK, "troupe://n1/holder", "troupe://n1/holder", write, "begin synced");
        run.at(100_000).add(EventKind.TIME, "troupe://lock/lease", "troupe://lock/lease", 3, "lease of n1 ends");
        run.add(EventKind.TURN, "troupe://lock/lease", "troupe://lock/lease", 7, "expire");
        long other = run.at(100_400).deliver("troupe://n2/holder", "troupe://lock/lease", -1, "acquire(n2)");
        run.at(101_900).add(EventKind.FAULT, "faults", "n1", -1, "pause 50 ms");
        run.at(102_000).add(EventKind.ANSWER, "troupe://lock/lease", "troupe://n2/holder", other, "granted");
        run.add(EventKind.TURN, "troupe://n2/holder", "troupe://n2/holder", 12, "then");
        run.at(103_000).add(EventKind.DISK, "troupe://n2/holder", "troupe://n2/holder", 13, "begin synced");
        run.add(EventKind.NOTE, "troupe://n2/holder", "troupe://n2/holder", 14, "two holders");
        return run.events();
    }

    /** Chance: some actors on some nodes that send each other messages, with timers, faults and heartbeats. */
    static List<SimEvent> random(int count, int nodes, int actors, long seed) {
        Random random = new Random(seed);
        Runs run = new Runs();
        List<String> all = new ArrayList<>();
        for (int n = 1; n <= nodes; n++) {
            for (int a = 1; a <= actors; a++) {
                all.add("troupe://n" + n + "/" + (a == 1 ? "raft" : a == 2 ? "log" : "session-" + a));
            }
        }
        String[] methods = {"vote(3, n2)", "append(17, [x=4])", "get(x)", "commit(17)", "set(x, 4)", "ping()"};
        Map<String, Long> last = new HashMap<>();
        List<Object[]> flights = new ArrayList<>();
        long micros = 0;
        while (run.events.size() < count) {
            micros += random.nextInt(900);
            run.at(micros);
            int what = random.nextInt(100);
            if (what < 45 || flights.isEmpty()) {
                String a = all.get(random.nextInt(all.size()));
                long turn = last.getOrDefault(a, -1L);
                String b = all.get(random.nextInt(all.size()));
                if (turn < 0) {
                    turn = run.deliver("outside", a, -1, methods[random.nextInt(methods.length)]);
                    last.put(a, turn);
                }
                flights.add(new Object[] {a, b, turn, methods[random.nextInt(methods.length)], random.nextInt(5) == 0});
            } else if (what < 90) {
                Object[] flight = flights.remove(random.nextInt(Math.min(4, flights.size())));
                EventKind kind = (boolean) flight[4] ? EventKind.ANSWER : EventKind.ARRIVAL;
                String target = (String) flight[1];
                long arrival = run.add(kind, (String) flight[0], target, (long) flight[2], (String) flight[3]);
                if (random.nextInt(4) > 0) {
                    last.put(target, run.add(EventKind.TURN, target, target, arrival, (String) flight[3]));
                }
            } else if (what < 94) {
                String a = all.get(random.nextInt(all.size()));
                run.add(EventKind.TIME, a, a, last.getOrDefault(a, -1L), "heartbeat");
            } else if (what < 96) {
                run.add(EventKind.FAULT, "faults", "n" + (1 + random.nextInt(nodes)), -1, "crash");
            } else if (what < 98) {
                String a = all.get(random.nextInt(all.size()));
                run.add(EventKind.DISK, a, a, last.getOrDefault(a, -1L), "sync log");
            } else {
                for (int i = 0; i < 6; i++) {
                    micros += 100_000;
                    run.at(micros);
                    long beat = run.deliver("troupe://n1/raft", "troupe://n2/raft", -1, "heartbeat(3)");
                    run.deliver("troupe://n2/raft", "troupe://n1/raft", beat, "alive(3)");
                }
            }
        }
        return run.events();
    }

    Runs() {}
}
