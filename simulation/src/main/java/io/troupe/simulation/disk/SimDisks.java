// SPDX-License-Identifier: Apache-2.0
package io.troupe.simulation.disk;

import io.troupe.core.ActorSystem;
import io.troupe.core.continuation.OutsideExecutors;
import io.troupe.testkit.schedule.Agenda;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/** The disks of one simulated machine, which outlive its crashes. For the thread of the simulation only. */
public final class SimDisks {
    private final Agenda agenda;
    private final String host;
    private final RandomGenerator random;
    private final Map<String, DiskState> disks = new TreeMap<>();
    private final List<SimDisk> open = new ArrayList<>();
    private DiskConditions conditions;

    /**
     * A machine without disks.
     *
     * @param agenda of the run
     * @param host name of the machine
     * @param conditions what its disks are like
     */
    public SimDisks(Agenda agenda, String host, DiskConditions conditions) {
        this.agenda = agenda;
        this.host = host;
        this.conditions = conditions;
        this.random = agenda.random(host + "/disk");
    }

    Agenda agenda() {
        return agenda;
    }

    String host() {
        return host;
    }

    RandomGenerator random() {
        return random;
    }

    /**
     * Gives a process access to a disk, which is empty the first time.
     *
     * @param name of the disk
     * @param system the process; its access ends with the next crash of this machine
     * @return the disk
     */
    public SimDisk disk(String name, ActorSystem system) {
        return disk(name, system.host().outsideExecutor().outside());
    }

    SimDisk disk(String name, OutsideExecutors home) {
        SimDisk disk = new SimDisk(this, name, disks.computeIfAbsent(name, unknown -> new DiskState()), home);
        open.add(disk);
        return disk;
    }

    /** {@return what the disks are like now} */
    public DiskConditions conditions() {
        return conditions;
    }

    /**
     * Changes what the disks are like from now on, for operations that have not happened yet.
     *
     * @param newConditions of all disks of this machine
     */
    public void conditions(DiskConditions newConditions) {
        conditions = newConditions;
    }

    /**
     * The machine crashes: operations that have not happened never will, and nobody is told about them.
     *
     * @param loss what becomes of what was not synced
     */
    public void crash(DiskLoss loss) {
        open.forEach(SimDisk::vanish);
        open.clear();
        disks.values().forEach(disk -> disk.crash(loss, random));
    }

    @Override
    public String toString() {
        return "SimDisks[host=" + host + ", disks=" + disks.keySet() + "]";
    }
}
