// SPDX-License-Identifier: Apache-2.0
package io.troupe.simulation.network;

import io.troupe.core.ActorSystem;
import io.troupe.core.continuation.OutsideExecutors;
import io.troupe.dispatch.timer.Clock;
import io.troupe.net.transport.TransportConfig;
import io.troupe.simulation.delay.Delay;
import io.troupe.testkit.schedule.Agenda;
import io.troupe.testkit.schedule.EventKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The hosts of a simulated run and what lies between them. Failures come by the {@link NetworkConditions}, from the seed of the
 * run, or by hand: {@link #partition}, {@link #cut}, {@link #reset}, {@link #silence}. For the thread of the simulation only.
 */
public final class SimNetwork {
    private static final String PLACE = "network";

    /** The handshake timeout of sockets ends attempts before. */
    private static final Duration LONGEST_DIAL = Duration.ofDays(1);

    private final Agenda agenda;
    private final Map<String, Host> hosts = new LinkedHashMap<>();
    private final Set<Pair> pairs = new LinkedHashSet<>();
    private final Set<Direction> cuts = new LinkedHashSet<>();
    private final Map<Direction, Integer> numbers = new HashMap<>();
    private final List<Direction> partition = new ArrayList<>();
    private NetworkConditions conditions;
    private boolean failing;
    private @Nullable SimTransport running;
    /** Runs the present event; others, in tests of transports that wait in a thread of their own, may look. */
    private volatile @Nullable Thread thread;

    private record Direction(String from, String to) {}

    /** A machine: the transports of its processes, and whether it is off. */
    private static final class Host {
        private final List<SimTransport> transports = new ArrayList<>();
        private boolean down;

        /** Who listens there. */
        @Nullable
        SimTransport listening(String place) {
            for (SimTransport transport : transports) {
                if (transport.listens(place)) {
                    return transport;
                }
            }
            return null;
        }
    }

    /**
     * A network without hosts.
     *
     * @param agenda of the run
     * @param conditions what the network is like; nothing breaks until {@link #fail}
     */
    public SimNetwork(Agenda agenda, NetworkConditions conditions) {
        this.agenda = agenda;
        this.conditions = conditions;
    }

    /** No actor has such an address: names of actors do not begin with that sign. */
    static String loop(String host) {
        return host + "/@net";
    }

    /**
     * Whether events that come from or happen to a place carry bytes between hosts. A crash does not end them: what was sent
     * arrives, and what was sent to a process that has crashed is answered by a reset, or waits.
     *
     * @param host name of a host
     * @param place source or target of events
     * @return true for the loop of the host and for its ends of connections
     */
    public static boolean isPlace(String host, String place) {
        return place.equals(loop(host)) || place.startsWith(host + "/@to-") || place.startsWith(host + "/@from-");
    }

    Agenda agenda() {
        return agenda;
    }

    RandomGenerator random(String from, String to) {
        return agenda.random(PLACE + "/" + from + "→" + to);
    }

    // ---- hosts ---------------------------------------------------------------------------------------------------

    /**
     * Makes a transport of a host, which is up from now on. The transports of one host share its addresses.
     *
     * @param system its process; its name is the name of the host
     * @param config time to connect, marks, size of buffers, number of connections; the rest has no effect
     * @return a new transport
     */
    public SimTransport transport(ActorSystem system, TransportConfig config) {
        return transport(
                system.name(),
                config,
                system.clock(),
                system.host().outsideExecutor().outside());
    }

    /**
     * Makes the home of the sockets of a process: {@code SocketOptions.builder().host(…)} takes it.
     *
     * @param system the process; its name is the name of the host
     * @param config marks, size of buffers, number of connections; attempts to dial end after the handshake timeout of a socket
     * @return a new home
     */
    public SimSocketHost sockets(ActorSystem system, TransportConfig config) {
        return new SimSocketHost(agenda, transport(system, config.connectTimeout(LONGEST_DIAL)), system.clock());
    }

    SimTransport transport(String name, TransportConfig config, Clock clock, OutsideExecutors home) {
        SimTransport made = new SimTransport(this, name, config, clock, home);
        Host host = hosts.computeIfAbsent(name, unknown -> new Host());
        host.transports.removeIf(SimTransport::isClosed);
        host.transports.add(made);
        host.down = false;
        mended();
        return made;
    }

    /** {@return the names of all hosts so far, up or down, in the order of their first transports} */
    public List<String> hosts() {
        return List.copyOf(hosts.keySet());
    }

    boolean isTaken(String name, String place) {
        Host host = hosts.get(name);
        return host != null && host.listening(place) != null;
    }

    boolean isKnown(String host) {
        return hosts.containsKey(host);
    }

    /**
     * The process of a host is gone at once: nobody in it is told anything, and what it had not sent is lost.
     *
     * @param name of the host
     * @param reset true: the machine goes on, and tells the other ends that there is nobody; false: the machine is off, too,
     *     and the other ends hear nothing until it is up again
     */
    public void crash(String name, boolean reset) {
        Host host = hosts.get(name);
        if (host == null) {
            return;
        }
        List<SimConnection> gone = new ArrayList<>();
        host.transports.forEach(transport -> gone.addAll(transport.vanish()));
        host.transports.clear();
        host.down = !reset;
        if (reset) {
            gone.forEach(connection -> connection.out().reset());
        }
    }

    // ---- what breaks, by hand ------------------------------------------------------------------------------------

    /**
     * Cuts one direction: bytes wait until {@link #mend}. Connections stay, and nobody is told.
     *
     * @param from name of a host
     * @param to name of another host
     */
    public void cut(String from, String to) {
        cuts.add(new Direction(from, to));
    }

    /**
     * Ends the cut of one direction: what has waited arrives within a second, as TCP sends it again.
     *
     * @param from name of a host
     * @param to name of another host
     */
    public void mend(String from, String to) {
        cuts.remove(new Direction(from, to));
        mended();
    }

    /**
     * Cuts both directions between the hosts of a group and all others.
     *
     * @param group names of hosts
     */
    public void partition(Collection<String> group) {
        for (String one : hosts.keySet()) {
            for (String other : hosts.keySet()) {
                if (group.contains(one) != group.contains(other)) {
                    cut(one, other);
                }
            }
        }
    }

    /**
     * Breaks the open connections between two hosts; both sides are told that the other one has reset it.
     *
     * @param one name of a host
     * @param other name of another host, or the same
     * @return how many there were, 0 or more
     */
    public int reset(String one, String other) {
        List<Pair> between = between(one, other);
        between.forEach(Pair::reset);
        return between.size();
    }

    /**
     * Lets the open connections between two hosts go silent for ever: both sides think that they are open, and nothing
     * arrives. New connections work.
     *
     * @param one name of a host
     * @param other name of another host, or the same
     * @return how many there were, 0 or more
     */
    public int silence(String one, String other) {
        List<Pair> between = between(one, other);
        between.forEach(Pair::silence);
        return between.size();
    }

    private List<Pair> between(String one, String other) {
        return pairs.stream()
                .filter(pair -> pair.isOpen() && pair.isBetween(one, other))
                .toList();
    }

    /** {@return whether bytes wait for a cut to be mended, between any two hosts} */
    public boolean isCut() {
        return !cuts.isEmpty();
    }

    /** Whether nothing gets from one host to another at the moment. */
    boolean isCut(String from, String to) {
        return (!cuts.isEmpty() && cuts.contains(new Direction(from, to))) || isDown(from) || isDown(to);
    }

    private boolean isDown(String name) {
        Host host = hosts.get(name);
        return host != null && host.down;
    }

    private void mended() {
        for (Pair pair : List.copyOf(pairs)) {
            pair.mended();
        }
    }

    // ---- what breaks, by chance ----------------------------------------------------------------------------------

    /** {@return what the network is like now} */
    public NetworkConditions conditions() {
        return conditions;
    }

    /**
     * Changes what the network is like from now on. Failures of the old conditions that are due come all the same.
     *
     * @param newConditions hold for bytes that are sent from now on
     */
    public void conditions(NetworkConditions newConditions) {
        conditions = newConditions;
    }

    /** Lets things break from now on, as the conditions say. */
    public void fail() {
        if (failing) {
            return;
        }
        failing = true;
        again(conditions.partitions(), "partition", this::partitionByChance);
        again(conditions.resets(), "reset", this::resetByChance);
        again(conditions.silences(), "silence", this::silenceByChance);
    }

    private void again(@Nullable Delay delay, String what, Runnable fault) {
        if (delay == null) {
            return;
        }
        long at = agenda.nanos() + delay.nanos(agenda.random(PLACE + "/" + what));
        agenda.addAt(at, EventKind.FAULT, PLACE + "/" + what, PLACE, what, () -> {
            if (!failing) {
                return;
            }
            if (agenda.takes(what)) {
                fault.run();
            } else {
                again(delay, what, fault);
            }
        });
    }

    private void partitionByChance() {
        RandomGenerator random = agenda.random(PLACE + "/partition");
        List<String> all = hosts();
        List<String> group = new ArrayList<>();
        for (String host : all) {
            if (random.nextBoolean()) {
                group.add(host);
            }
        }
        boolean oneWay = random.nextDouble() < conditions.oneWay();
        for (String in : all) {
            for (String out : all) {
                if (group.contains(in) && !group.contains(out)) {
                    cutForAWhile(in, out);
                    if (!oneWay) {
                        cutForAWhile(out, in);
                    }
                }
            }
        }
        long end = agenda.nanos() + conditions.partitionLength().nanos(random);
        agenda.addAt(end, EventKind.FAULT, PLACE + "/partition", PLACE, "partition ends", () -> {
            endPartition();
            if (failing) {
                again(conditions.partitions(), "partition", this::partitionByChance);
            }
        });
    }

    private void cutForAWhile(String from, String to) {
        Direction direction = new Direction(from, to);
        if (cuts.add(direction)) {
            partition.add(direction);
        }
    }

    private void endPartition() {
        partition.forEach(cuts::remove);
        partition.clear();
        mended();
    }

    private void resetByChance() {
        Pair pair = anyOpen("reset");
        if (pair != null) {
            pair.reset();
        }
        again(conditions.resets(), "reset", this::resetByChance);
    }

    private void silenceByChance() {
        Pair pair = anyOpen("silence");
        if (pair != null) {
            pair.silence();
        }
        again(conditions.silences(), "silence", this::silenceByChance);
    }

    private @Nullable Pair anyOpen(String what) {
        List<Pair> open = pairs.stream().filter(Pair::isOpen).toList();
        return open.isEmpty()
                ? null
                : open.get(agenda.random(PLACE + "/" + what).nextInt(open.size()));
    }

    /** Mends all cuts, lets nothing break any more, and lets no packet be lost. Hosts that are down stay so. */
    public void heal() {
        failing = false;
        conditions = conditions.healed();
        partition.clear();
        cuts.clear();
        mended();
    }

    // ---- connections ---------------------------------------------------------------------------------------------

    Pair pair(String from, String to) {
        int number = numbers.merge(new Direction(from, to), 1, Integer::sum);
        return new Pair(
                new Way.Place(from, from + "/@to-" + to + "." + number),
                new Way.Place(to, to + "/@from-" + from + "." + number),
                number);
    }

    /** Notes whose loop runs; returns whose did before. */
    @Nullable
    SimTransport enter(@Nullable SimTransport transport) {
        SimTransport before = running;
        running = transport;
        thread = transport == null ? null : Thread.currentThread();
        return before;
    }

    boolean isRunning(SimTransport transport) {
        return thread == Thread.currentThread() && running == transport;
    }

    @Override
    public String toString() {
        return "SimNetwork[hosts=" + hosts.keySet() + ", connections=" + pairs.size() + ", cuts=" + cuts.size() + "]";
    }

    /** Both ends of one connection, from the attempt to dial on. */
    final class Pair {
        private final Way.Place dialling;
        private final Way.Place accepting;
        private final int number;
        private final Way there;
        private final Way back;
        private String listener = "";
        private @Nullable SimConnection dialler;
        private @Nullable SimConnection acceptor;
        private boolean accepted;

        private Pair(Way.Place dialling, Way.Place accepting, int number) {
            this.dialling = dialling;
            this.accepting = accepting;
            this.number = number;
            this.there = new Way(SimNetwork.this, dialling, accepting, this::onArrivalThere);
            this.back = new Way(SimNetwork.this, accepting, dialling, this::onArrivalBack);
        }

        Way.Place dialling() {
            return dialling;
        }

        Way.Place accepting() {
            return accepting;
        }

        int number() {
            return number;
        }

        void dial(SimConnection connection, String at) {
            dialler = connection;
            listener = at;
            connection.tie(there, bytes -> taken(acceptor, bytes));
            pairs.add(this);
        }

        void accept(SimConnection connection) {
            accepted = true;
            acceptor = connection;
            connection.tie(back, bytes -> taken(dialler, bytes));
        }

        private static void taken(@Nullable SimConnection sender, int bytes) {
            if (sender != null) {
                sender.sent(bytes);
            }
        }

        private void onArrivalThere(Segment segment) {
            if (accepted) {
                arrive(acceptor, back, segment);
            } else if (segment.kind() == Segment.Kind.DIAL) {
                Host host = hosts.get(accepting.host());
                SimTransport transport = host == null ? null : host.listening(listener);
                if (transport == null || !transport.accept(this, listener)) {
                    back.send(Segment.RESET);
                }
            }
        }

        private void onArrivalBack(Segment segment) {
            arrive(dialler, there, segment);
        }

        private static void arrive(@Nullable SimConnection end, Way answers, Segment segment) {
            if (end != null) {
                end.arrived(segment);
            } else if (segment.kind() == Segment.Kind.DATA || segment.kind() == Segment.Kind.ACCEPT) {
                answers.send(Segment.RESET); // there is no such connection any more
            }
        }

        /** An end has ended; it is kept by nobody from now on. */
        void ended(SimConnection connection) {
            if (dialler == connection) {
                dialler = null;
            } else if (acceptor == connection) {
                acceptor = null;
            }
            if (dialler == null && acceptor == null) {
                pairs.remove(this);
            }
        }

        boolean isOpen() {
            return isOpen(dialler) || isOpen(acceptor);
        }

        private static boolean isOpen(@Nullable SimConnection end) {
            return end != null && end.isOpen();
        }

        boolean isBetween(String one, String other) {
            boolean asNamed = dialling.host().equals(one) && accepting.host().equals(other);
            return asNamed || (dialling.host().equals(other) && accepting.host().equals(one));
        }

        void reset() {
            there.clear();
            back.clear();
            if (dialler != null) {
                dialler.reset();
            }
            if (acceptor != null) {
                acceptor.reset();
            }
        }

        void silence() {
            there.silence();
            back.silence();
        }

        void mended() {
            there.mended();
            back.mended();
        }
    }
}
