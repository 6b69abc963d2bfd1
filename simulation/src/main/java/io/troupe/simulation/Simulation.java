// SPDX-License-Identifier: Apache-2.0
package io.troupe.simulation;

import io.troupe.core.SystemBuilder;
import io.troupe.dispatch.Dispatcher;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.RemotingConfig;
import io.troupe.simulation.delay.Delay;
import io.troupe.simulation.network.NetworkConditions;
import io.troupe.simulation.network.SimNetwork;
import io.troupe.testkit.history.History;
import io.troupe.testkit.schedule.Agenda;
import io.troupe.testkit.schedule.EventKind;
import io.troupe.testkit.schedule.SimEvent;
import io.troupe.testkit.schedule.Simulator;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One simulated run of several nodes: their actors, links, timers, disks and crashes happen in one thread, from one seed, much
 * faster than real time. {@link #run} makes many runs and says what was wrong; {@link Simulated} does so for a test of JUnit.
 *
 * <pre>{@code
 * Simulation.run(1000, sim -> {
 *     List<Node> nodes = sim.nodes("n", 3, node -> {
 *         Remoting remoting = Remoting.on(node.system());      // the same code as in production
 *         remoting.expose("register", node.spawn(Register.class, () -> new Register(node.disk("log"))));
 *         remoting.listen("tcp://" + node.name() + ":7000");
 *     });
 *     sim.client("c", 2, client -> client.every(Duration.ofMillis(20), () -> …));
 *     sim.faults().network(net -> net.latency(Delay.pareto(Duration.ofMillis(1)))).crashes(node -> Delay.every(…), …);
 *     sim.always("one leader", () -> leaders(nodes) <= 1);
 *     sim.runFor(Duration.ofMinutes(10));
 *     sim.heal();
 *     sim.eventually(Duration.ofSeconds(30), "a leader is back", () -> leaders(nodes) == 1);
 * });
 * }</pre>
 *
 * <p>A run has two phases: before {@link #heal} things break, and only safety is checked; after it nothing breaks any more, events
 * happen in a fair order, and the system must get on. For the thread of the run only.
 */
public final class Simulation {
    private static final String OUTSIDE = "outside";
    private static final Duration MOST_OFFSET = Duration.ofMillis(500);

    private final Simulator simulator;
    private final SimNetwork network;
    private final FaultPlan faults;
    private final Map<String, Node> nodes = new LinkedHashMap<>();
    private final Map<String, Node> clients = new LinkedHashMap<>();
    private final List<Invariant> invariants = new ArrayList<>();
    private final Map<String, Boolean> sometimes = new LinkedHashMap<>();
    private final List<Sighting> sightings = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private Consumer<? super SystemBuilder> settings = builder -> {};
    private RemotingConfig remoting = RemotingConfig.ofMode().insecure(true);
    private @Nullable Delay turns;
    private boolean healed;

    private record Invariant(String what, BooleanSupplier holds) {}

    private record Sighting(String what, BooleanSupplier seen) {}

    Simulation(Simulator simulator) {
        this.simulator = simulator;
        this.network = new SimNetwork(simulator, NetworkConditions.calm());
        this.faults = new FaultPlan(this);
    }

    /** For parameters of which each run gets another value. */
    static Simulation unused() {
        return new Simulation(Simulator.of(0));
    }

    // ---- many runs -----------------------------------------------------------------------------------------------

    /**
     * Runs a test under the seeds 0, 1, 2 … and stops at the first run that fails.
     *
     * @param schedules number of runs, at least 1
     * @param body of the test: makes nodes, lets the run go on, checks
     * @return what the runs came to
     * @throws AssertionError if a run fails, does something else the second time, or another thread takes part in it; says how
     *     to do it again
     */
    public static SimulationReport run(int schedules, Consumer<? super Simulation> body) {
        return run(SimulationOptions.of("simulation").schedules(schedules), body);
    }

    /**
     * Runs a test many times and stops at the first run that fails.
     *
     * @param options number of runs, first seed, strategy
     * @param body of the test: makes nodes, lets the run go on, checks
     * @return what the runs came to
     * @throws AssertionError if a run fails, does something else the second time, or another thread takes part in it; says how
     *     to do it again
     */
    public static SimulationReport run(SimulationOptions options, Consumer<? super Simulation> body) {
        return new Runs(options, Objects.requireNonNull(body, "body")).run();
    }

    /**
     * Does the run of a schedule file again, which a test with {@link Simulated} has written when it failed. The class of the test
     * needs a constructor without parameters.
     *
     * @param file such as {@code target/simulation/com.acme.RaftTest.noTwoLeaders-17.schedule}
     * @return the events of the run, in order, if the test holds now
     * @throws IllegalArgumentException if the file is no schedule, or one of another version, or there is no such test
     * @throws IllegalStateException if other events happen than those that were recorded, or, with {@code version: any}, if an
     *     event that waits does not happen: the program has changed
     * @throws AssertionError if the test fails as it did, or another thread has taken part; its cause is what the test threw, or
     *     names the message that has changed after {@link #freezeMessages}
     */
    public static List<SimEvent> replay(String file) {
        return Replay.of(Path.of(file));
    }

    /**
     * Does the run of a schedule file again.
     *
     * @param file written by {@link #run(SimulationOptions, Consumer)}
     * @param options of the same test
     * @param body of the same test
     * @return the events of the run, in order, if the test holds now
     * @throws IllegalArgumentException if the file is no schedule, or one of another test or version
     * @throws IllegalStateException if other events happen than those that were recorded, or, with {@code version: any}, if an
     *     event that waits does not happen: the program has changed
     * @throws AssertionError if the test fails as it did, or another thread has taken part; its cause is what the test threw, or
     *     names the message that has changed after {@link #freezeMessages}
     */
    public static List<SimEvent> replay(String file, SimulationOptions options, Consumer<? super Simulation> body) {
        return new Runs(options, Objects.requireNonNull(body, "body")).replay(Path.of(file));
    }

    // ---- nodes and clients ---------------------------------------------------------------------------------------

    /**
     * Makes nodes and starts them. Each has a number behind the name: {@code n1}, {@code n2} …
     *
     * @param name of the nodes, without the number: letters, digits, '-', '_' or '.'
     * @param count number of nodes, at least 1
     * @param program what a process of a node does when it starts: spawns actors, listens, dials; runs again after each crash.
     *     What it captures from outside outlives crashes, as no memory does: give it nothing that changes
     * @return the nodes
     * @throws IllegalArgumentException if there is a node of that name, or the count is less than 1
     */
    public List<Node> nodes(String name, int count, Consumer<? super Node> program) {
        List<Node> made = new ArrayList<>();
        for (int number = 1; number <= checkedCount(count); number++) {
            made.add(node(name + number, program));
        }
        return List.copyOf(made);
    }

    /**
     * Makes a node and starts it.
     *
     * @param name of the node: letters, digits, '-', '_' or '.'
     * @param program see {@link #nodes(String, int, Consumer)}
     * @return the node
     * @throws IllegalArgumentException if there is a node of that name
     */
    public Node node(String name, Consumer<? super Node> program) {
        Node node = make(name, program);
        nodes.put(name, node);
        faults.add(node);
        node.start();
        return node;
    }

    private Node make(String name, Consumer<? super Node> program) {
        if (nodes.containsKey(name) || clients.containsKey(name)) {
            throw new IllegalArgumentException("a name must be that of one node or client: name=" + name);
        }
        RandomGenerator random = simulator.random("clock/" + name);
        long most = MOST_OFFSET.toNanos();
        Duration offset = Duration.ofNanos(random.nextLong(2 * most + 1) - most);
        return new Node(this, name, simulator.clock().skewed(offset, 0), Objects.requireNonNull(program, "program"));
    }

    /** {@return all nodes, without clients, in the order in which they were made} */
    public List<Node> nodes() {
        return List.copyOf(nodes.values());
    }

    /**
     * Makes clients, which faults spare; the network between them and the nodes fails as between nodes.
     *
     * @param name of the clients, without the number
     * @param count number of clients, at least 1
     * @param program what each does, run once: dials, begins to act again and again
     * @return the clients
     * @throws IllegalArgumentException if there is a client or node of that name, or the count is less than 1
     */
    public List<Client> client(String name, int count, Consumer<? super Client> program) {
        List<Client> made = new ArrayList<>();
        for (int number = 1; number <= checkedCount(count); number++) {
            Client[] client = new Client[1];
            Node node = make(name + number, started -> program.accept(client[0]));
            client[0] = new Client(node);
            clients.put(node.name(), node);
            node.start();
            made.add(client[0]);
        }
        return List.copyOf(made);
    }

    /**
     * A number that a failing run may be smaller in: of nodes, clients, keys. It is the greatest, but when a failing run is
     * made small, smaller ones are tried.
     *
     * @param what for people, such as {@code clients}
     * @param least number with which the test makes sense, 0 or more
     * @param most number of all other runs, at least the least
     * @return the number for this run
     * @throws IllegalArgumentException if the range is empty, or begins below 0
     */
    public int upTo(String what, int least, int most) {
        if (least < 0 || most < least) {
            throw new IllegalArgumentException("a range must begin at 0 or above and not be empty: least=" + least
                    + ", most=" + most + ", what=" + what);
        }
        int number = least;
        for (int more = least; more < most; more++) {
            number += simulator.takes(what) ? 1 : 0;
        }
        return number;
    }

    private static int checkedCount(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("count must be at least 1: count=" + count);
        }
        return count;
    }

    /**
     * Changes the settings of the actor systems of nodes and clients that start from now on.
     *
     * @param newSettings may change all but name, dispatcher, clock and helpers
     */
    public void settings(Consumer<? super SystemBuilder> newSettings) {
        settings = newSettings;
    }

    /**
     * Changes the configuration of the remoting of nodes and clients that start from now on. Their programs get it from {@link
     * Remoting#on(io.troupe.core.ActorSystem)}; one that gives a configuration of its own must give an equal one.
     *
     * @param change of {@link RemotingConfig#ofMode}, {@linkplain RemotingConfig#insecure(boolean) insecure}: nothing but this
     *     run can reach the hosts of a simulated network, whose names nobody could look up
     */
    public void remoting(UnaryOperator<RemotingConfig> change) {
        remoting = change.apply(remoting);
    }

    RemotingConfig remoting() {
        return remoting;
    }

    Consumer<? super SystemBuilder> settings() {
        return settings;
    }

    // ---- parts ---------------------------------------------------------------------------------------------------

    /** {@return what breaks in this run} */
    public FaultPlan faults() {
        return faults;
    }

    /** {@return the network, to break it by hand} */
    public SimNetwork network() {
        return network;
    }

    /** {@return a source of chance for the body of the test, which follows the seed} */
    public RandomGenerator random() {
        return simulator.random("user");
    }

    /** {@return the events of the run, for parts that add their own} */
    public Agenda agenda() {
        return simulator;
    }

    /**
     * Lets each turn of the actors of nodes and clients that start from now on take time on its node, which has one worker. So load
     * builds up in mailboxes, receivers slow their senders down, and deadlines pass while an actor is at work.
     *
     * @param cost of one message or one callback; otherwise turns take no time
     */
    public void turns(Delay cost) {
        turns = Objects.requireNonNull(cost, "cost");
    }

    Dispatcher dispatcher(String name) {
        Delay cost = turns;
        if (cost == null) {
            return simulator.dispatcher(name);
        }
        RandomGenerator random = simulator.random(name + "/turns");
        return simulator.dispatcher(name, () -> cost.nanos(random));
    }

    Simulator simulator() {
        return simulator;
    }

    /** {@return simulated time since the beginning of the run} */
    public Duration time() {
        return Duration.ofNanos(simulator.nanos());
    }

    /**
     * Makes an empty history of what clients do in this run; its times are numbers of events.
     *
     * @param <O> type of the operations
     * @return a new history, to be checked by the test in the end
     */
    public <O> History<O> history() {
        return new History<>(simulator::events);
    }

    /**
     * Notes a fact between the events of the run, for people and pictures.
     *
     * @param text one line
     */
    public void note(String text) {
        simulator.add(EventKind.NOTE, OUTSIDE, OUTSIDE, text, () -> {});
    }

    /**
     * From now on a message fails the run if one of its arguments changes while it is under way between actors of one process, see
     * {@link Simulator#freezeMessages}. Links write messages into bytes, so those of other processes get copies.
     */
    public void freezeMessages() {
        simulator.freezeMessages();
    }

    // ---- checks --------------------------------------------------------------------------------------------------

    /**
     * Declares what must hold after every event.
     *
     * @param what for people
     * @param condition quick and without effects; must not send messages
     */
    public void always(String what, BooleanSupplier condition) {
        invariants.add(new Invariant(what, Objects.requireNonNull(condition, "condition")));
    }

    /**
     * Declares what must hold after some event of some run: if no run of {@link #run(int, Consumer)} sees it, the test does not
     * test what its author thinks, and fails.
     *
     * @param what for people, the same in all runs
     * @param condition quick and without effects; must not send messages
     */
    public void sometimes(String what, BooleanSupplier condition) {
        sometimes.putIfAbsent(what, false);
        sightings.add(new Sighting(what, Objects.requireNonNull(condition, "condition")));
    }

    /** What {@link #sometimes} was declared, and whether it was seen. */
    Map<String, Boolean> sometimes() {
        return sometimes;
    }

    /** Looked at after every event. */
    private void check() {
        for (int i = 0; i < invariants.size(); i++) {
            Invariant invariant = invariants.get(i);
            if (!invariant.holds().getAsBoolean()) {
                throw new AssertionError("it must always hold: " + invariant.what() + ", time=" + time());
            }
        }
        if (!sightings.isEmpty()) {
            sightings.removeIf(this::isSeen);
        }
    }

    private boolean isSeen(Sighting sighting) {
        boolean seen = sighting.seen().getAsBoolean();
        if (seen) {
            sometimes.put(sighting.what(), true);
        }
        return seen;
    }

    // ---- going on ------------------------------------------------------------------------------------------------

    /**
     * Lets the run go on for some simulated time. Faults begin with the first call.
     *
     * @param span zero or more
     * @throws AssertionError if an invariant breaks
     */
    public void runFor(Duration span) {
        until(span, () -> false);
    }

    /**
     * Lets the run go on until a condition holds.
     *
     * @param span most simulated time, zero or more
     * @param condition looked at after every event
     * @return whether it holds
     * @throws AssertionError if an invariant breaks
     */
    public boolean until(Duration span, BooleanSupplier condition) {
        faults.begin();
        return simulator.until(
                () -> {
                    check();
                    return condition.getAsBoolean();
                },
                span);
    }

    /**
     * Ends the phase in which things break: the network is mended, crashed nodes start again, paused ones go on, and events happen
     * in a fair order from now on.
     */
    public void heal() {
        healed = true;
        faults.heal();
        simulator.fair(true);
    }

    /**
     * Demands that something comes about: the liveness of the system. Meanwhile events happen in a fair order. Before
     * {@link #heal}, it is judged only if no more is broken in the end than the system must survive.
     *
     * @param span most simulated time, zero or more
     * @param what for people
     * @param condition looked at after every event
     * @throws AssertionError if it does not hold in time, or an invariant breaks
     */
    public void eventually(Duration span, String what, BooleanSupplier condition) {
        simulator.fair(true);
        boolean holds = until(span, condition);
        simulator.fair(healed);
        if (holds) {
            return;
        }
        if (!healed && faults.isBeyondSurvivable()) {
            notes.add("not judged, since more was broken than the system must survive: " + what);
            return;
        }
        throw new AssertionError("it must hold eventually: " + what + ", within=" + span + ", time=" + time());
    }

    /** {@return what was not judged, and what looks wrong about the test itself; a copy} */
    public List<String> notes() {
        return List.copyOf(notes);
    }

    /**
     * Finds a node by its name.
     *
     * @param name given when it was made
     * @return the node; empty if there is none
     */
    public Optional<Node> find(String name) {
        return Optional.ofNullable(nodes.get(name));
    }

    /** The run is over: nothing of it runs any more. */
    void end() {
        nodes.values().forEach(Node::end);
        clients.values().forEach(Node::end);
    }

    @Override
    public String toString() {
        return "Simulation[" + simulator + ", nodes=" + nodes.keySet() + ", clients=" + clients.keySet() + "]";
    }
}
