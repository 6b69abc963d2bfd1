// SPDX-License-Identifier: Apache-2.0
package io.troupe.simulation;

import io.troupe.core.ActorSystem;
import io.troupe.core.SystemBuilder;
import io.troupe.core.actor.ActorFactory;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.Spawner;
import io.troupe.dispatch.timer.SkewedClock;
import io.troupe.remoting.Remoting;
import io.troupe.simulation.disk.DiskLoss;
import io.troupe.simulation.disk.SimDisk;
import io.troupe.simulation.disk.SimDisks;
import io.troupe.simulation.network.SimNetwork;
import io.troupe.simulation.network.SimSocketHost;
import io.troupe.simulation.network.SimTransport;
import io.troupe.testkit.schedule.EventKind;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A machine of a simulated run, with a process on it: an actor system, a clock that is a little wrong, a transport, disks. The
 * process is what the node's program makes, which runs once when the node starts and again after each crash. {@link
 * Remoting#on(ActorSystem)} gives a remoting over the simulated network, as the program would get one over sockets. For the
 * thread of the simulation only.
 */
public final class Node implements Spawner {
    private final Simulation simulation;
    private final String name;
    private final Consumer<? super Node> program;
    private final SkewedClock clock;
    private final SimDisks disks;
    private final RandomGenerator random;
    private final List<WeakReference<Object>> deadActors = new ArrayList<>();
    private @Nullable Life life;
    private @Nullable Object pause;
    private int starts;

    /** One life of the node. */
    private static final class Life {
        private final ActorSystem system;
        private final SimTransport transport;
        private final List<WeakReference<Object>> actors = new ArrayList<>();

        /** Made when it is asked for: most programs have none. */
        private @Nullable SimSocketHost sockets;

        /** Whether its tasks run. */
        private boolean alive = true;

        Life(ActorSystem system, SimTransport transport) {
            this.system = system;
            this.transport = transport;
        }
    }

    Node(Simulation simulation, String name, SkewedClock clock, Consumer<? super Node> program) {
        this.simulation = simulation;
        this.name = name;
        this.clock = clock;
        this.program = program;
        this.disks = new SimDisks(simulation.agenda(), name, simulation.faults().diskConditions());
        this.random = simulation.agenda().random(name);
    }

    // ---- for programs --------------------------------------------------------------------------------------------

    /** {@return the name, which is the host of its addresses and the name of its system} */
    public String name() {
        return name;
    }

    /**
     * {@return the actor system of the present process}
     *
     * @throws IllegalStateException if the node is down
     */
    public ActorSystem system() {
        return running().system;
    }

    /**
     * {@return the transport of the present process; its remoting uses it}
     *
     * @throws IllegalStateException if the node is down
     */
    public SimTransport transport() {
        return running().transport;
    }

    /**
     * Finds where the sockets of the present process live: the host of their {@code SocketOptions}. Within its address {@code
     * tcp://name:port}, the name is that of a node.
     *
     * @return the home of its sockets, always the same until it crashes
     * @throws IllegalStateException if the node is down
     */
    public SimSocketHost sockets() {
        Life now = running();
        SimSocketHost made = now.sockets;
        if (made == null) {
            made = simulation
                    .network()
                    .sockets(now.system, simulation.remoting().transport());
            now.sockets = made;
        }
        return made;
    }

    /** {@return the clock of the machine, which goes on while it is down} */
    public SkewedClock clock() {
        return clock;
    }

    /** {@return a source of chance for the program: it follows the seed, and has nothing to do with that of other nodes} */
    public RandomGenerator random() {
        return random;
    }

    /**
     * Gives the present process access to a disk of this machine, which is empty the first time and outlives crashes.
     *
     * @param disk its name
     * @return the disk, until the next crash
     * @throws IllegalStateException if the node is down
     */
    public SimDisk disk(String disk) {
        return disks.disk(disk, system());
    }

    @Override
    public <T> T spawn(Class<T> type, ActorFactory<? extends T> factory, ActorOptions options) {
        Life now = running();
        T reference = now.system.spawn(
                type,
                () -> {
                    T actor = factory.create();
                    now.actors.add(new WeakReference<>(actor));
                    return actor;
                },
                options);
        return simulation.faults().unreliable(this, reference, type);
    }

    private Life running() {
        Life now = life;
        if (now == null) {
            throw new IllegalStateException("the node must be up: node=" + name);
        }
        return now;
    }

    // ---- starting and crashing -----------------------------------------------------------------------------------

    /** {@return whether it has a process, paused or not} */
    public boolean isUp() {
        return life != null;
    }

    /** {@return how often it was started so far} */
    public int starts() {
        return starts;
    }

    /**
     * Starts the node again after a crash: its program runs, with the disks as the crash has left them. No effect if it is up.
     */
    public void restart() {
        if (life == null) {
            start();
        }
    }

    void start() {
        starts++;
        Life[] made = new Life[1];
        SystemBuilder builder = ActorSystem.builder()
                .name(name)
                .clock(clock)
                .random(simulation.agenda().random(name + "/system"))
                .dispatcher(simulation.dispatcher(name))
                .helpers(task -> later(made, task));
        simulation.settings().accept(builder);
        ActorSystem system = builder.start();
        Life now = new Life(
                system,
                simulation.network().transport(system, simulation.remoting().transport()));
        made[0] = now;
        life = now;
        inProcess(now, () -> {
            Remoting.on(system, simulation.remoting(), now.transport);
            program.accept(this);
        });
    }

    /** A piece of blocking work, or continuations of code outside of actors. */
    private void later(Life[] of, Runnable task) {
        simulation.agenda().add(EventKind.TASK, name, name, "", () -> {
            if (of[0] == null || of[0].alive) {
                task.run();
            }
        });
    }

    /** Runs code of the process outside of actors: its promises belong to the system. */
    void run(Runnable code) {
        Life now = life;
        if (now != null) {
            inProcess(now, code);
        }
    }

    private static void inProcess(Life now, Runnable code) {
        now.system.host().outsideExecutor().outside().call(code);
    }

    /** Whether a step is taken that a failing run may do without. */
    boolean takes(String step) {
        return simulation.agenda().takes(step);
    }

    /** Runs code of the process later, as a task of its own, unless it crashes before. */
    void after(Duration delay, String label, Runnable code) {
        Life now = running();
        simulation
                .agenda()
                .addAt(
                        simulation.agenda().nanos() + delay.toNanos(),
                        EventKind.TASK,
                        name,
                        name + "/@" + label,
                        "",
                        () -> {
                            if (now.alive) {
                                inProcess(now, code);
                            }
                        });
    }

    /**
     * The node crashes at once and without a farewell: actors, timers, messages under way and unsent bytes vanish; no hook and no
     * continuation runs. No effect if it is down.
     *
     * @param loss what becomes of what was not synced to its disks
     * @param reset true: the machine goes on, so that the other ends of connections are told; false: the machine is off, and they
     *     hear nothing until it is up again
     */
    public void crash(DiskLoss loss, boolean reset) {
        Life now = life;
        if (now == null) {
            return;
        }
        resume();
        life = null;
        now.alive = false;
        simulation.network().crash(name, reset);
        disks.crash(loss);
        clock.forgetTimeouts();
        simulation.agenda().drop(this::isOfProcess);
        deadActors.addAll(now.actors);
    }

    /** The run is over. */
    void end() {
        crash(DiskLoss.NONE, true);
        deadActors.removeIf(actor -> actor.get() == null);
    }

    /** Actor objects of processes that have crashed and are still held by somebody; after a collection of garbage. */
    List<WeakReference<Object>> deadActors() {
        return deadActors;
    }

    // ---- pausing -------------------------------------------------------------------------------------------------

    /** Stops the process for a while, as a long collection of garbage does: nothing of it runs until {@link #resume}. */
    public void pause() {
        if (pause == null && life != null) {
            pause = simulation.agenda().pause(this::owns);
        }
    }

    /** Lets the process go on. No effect if it is not paused. */
    public void resume() {
        if (pause != null) {
            simulation.agenda().resume(pause);
            pause = null;
        }
    }

    /** {@return whether it stands still} */
    public boolean isPaused() {
        return pause != null;
    }

    SimDisks disks() {
        return disks;
    }

    /** Whether a source or target of events is this node or a part of it. */
    boolean owns(String place) {
        return isPart(place, name) || isPart(place, "troupe://" + name);
    }

    private static boolean isPart(String place, String whole) {
        return place.startsWith(whole) && (place.length() == whole.length() || place.charAt(whole.length()) == '/');
    }

    /** What a crash ends; bytes under way to a dead machine arrive, and are answered by a reset or wait. */
    private boolean isOfProcess(String place) {
        return owns(place) && !SimNetwork.isPlace(name, place);
    }

    @Override
    public String toString() {
        return name;
    }
}
