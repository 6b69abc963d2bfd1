// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.simulation;

/** Actors are spread by chance; an idle worker takes half of a random victim's backlog of two or more. Homes stay. */
final class StealingScheduler implements Scheduler {
    private static final int BACKLOG = 2;

    @Override
    public String name() {
        return "stealing";
    }

    @Override
    public void begin(Machine machine) {
        FixedScheduler.random().begin(machine);
    }

    @Override
    public void idle(Machine machine, int worker) {
        int first = machine.random.nextInt(machine.workers.length);
        for (int i = 0; i < machine.workers.length; i++) {
            int victim = (first + i) % machine.workers.length;
            if (victim != worker && machine.workers[victim].queue.size() >= BACKLOG) {
                machine.steal(worker, victim);
                return;
            }
        }
    }

    @Override
    public void pushed(Machine machine, int worker) {
        if (machine.workers[worker].queue.size() >= BACKLOG) {
            machine.wakeAnyIdle();
        }
    }
}
