// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.simulation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Every actor has its worker, by chance or by knowing all loads in advance. */
final class FixedScheduler implements Scheduler {
    private final String name;
    private final boolean knowing;
    private final int workers;

    private FixedScheduler(String name, boolean knowing, int workers) {
        this.name = name;
        this.knowing = knowing;
        this.workers = workers;
    }

    /** Actors are spread by chance. */
    static FixedScheduler random() {
        return new FixedScheduler("random", false, Integer.MAX_VALUE);
    }

    /** The heaviest group first, each to the emptiest worker, anew at the moment a phase begins. */
    static FixedScheduler optimal() {
        return new FixedScheduler("optimal", true, Integer.MAX_VALUE);
    }

    /** All on one worker. */
    static FixedScheduler single() {
        return new FixedScheduler("single", true, 1);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void begin(Machine machine) {
        int count = count(machine);
        for (int w = 0; w < count; w++) {
            machine.start(w);
        }
        if (knowing) {
            place(machine, 0);
        } else {
            for (int actor = 0; actor < machine.home.length; actor++) {
                machine.home[actor] = machine.random.nextInt(count);
            }
        }
    }

    private int count(Machine machine) {
        return Math.min(workers, machine.workers.length);
    }

    /** Places all actors for a phase; nothing is done if they are placed by chance. */
    void place(Machine machine, int phase) {
        if (!knowing) {
            return;
        }
        double[] work = new double[machine.home.length];
        for (int actor = 0; actor < work.length; actor++) {
            work[machine.scenario.group(actor)] += machine.scenario.work(actor, phase);
        }
        List<Integer> groups = new ArrayList<>();
        for (int group = 0; group < work.length; group++) {
            if (work[group] > 0) {
                groups.add(group);
            }
        }
        groups.sort(Comparator.<Integer>comparingDouble(group -> work[group]).reversed());
        int[] worker = new int[work.length];
        double[] load = new double[count(machine)];
        for (int group : groups) {
            worker[group] = emptiest(load);
            load[worker[group]] += work[group];
        }
        for (int actor = 0; actor < work.length; actor++) {
            machine.home[actor] = worker[machine.scenario.group(actor)];
        }
        for (int w = 0; w < load.length; w++) {
            machine.sweep(w);
        }
    }

    private static int emptiest(double[] load) {
        int emptiest = 0;
        for (int w = 1; w < load.length; w++) {
            emptiest = load[w] < load[emptiest] ? w : emptiest;
        }
        return emptiest;
    }
}
