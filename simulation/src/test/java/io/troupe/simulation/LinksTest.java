// SPDX-License-Identifier: Apache-2.0
package io.troupe.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorFactory;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.error.CallTimeoutException;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.error.LinkRefusedException;
import io.troupe.core.host.ActorControl;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.mailbox.MailboxSpec;
import io.troupe.dispatch.mailbox.Overflow;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.link.LinkState;
import io.troupe.simulation.delay.Delay;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What links promise, in simulated networks that break. */
class LinksTest {
    private static final int QUICK = 40;
    /** At night ten thousand. */
    private static final int MANY = "all".equals(System.getProperty("troupe.tests")) ? 10_000 : 500;
    /** Of many senders, each of which takes ten times as long. */
    private static final int LARGE = "all".equals(System.getProperty("troupe.tests")) ? 2_500 : 100;

    private static final Duration SECOND = Duration.ofSeconds(1);

    /** What a server has been told, kept outside of it: the view of an observer who sees all. */
    static final class Ledger {
        final Map<String, List<Integer>> received = new LinkedHashMap<>();
        final Set<String> executed = new HashSet<>();
        boolean twice;
    }

    /** Writes down who has told it what. */
    public static class Server extends Actor<Server> {
        private final Ledger ledger;
        private final Duration rest;

        Server(Ledger ledger) {
            this(ledger, Duration.ZERO);
        }

        /** One that takes nothing more for a while after each tell. */
        Server(Ledger ledger, Duration rest) {
            this.ledger = ledger;
            this.rest = rest;
        }

        public void tell(String link, int number) {
            ledger.received.computeIfAbsent(link, name -> new ArrayList<>()).add(number);
            if (!rest.isZero()) {
                CompletablePromise<Void> rested = new CompletablePromise<>();
                context().after(rest, () -> rested.complete());
                context().holdUntil(rested);
            }
        }

        public Promise<Integer> ask(String id) {
            ledger.twice |= !ledger.executed.add(id);
            return Promise.of(1);
        }

        public Promise<Integer> slowly(String id) {
            ledger.executed.add(id);
            CompletablePromise<Integer> answer = new CompletablePromise<>();
            context().after(Duration.ofMillis(100), () -> answer.complete(1));
            return answer;
        }
    }

    private static Node serve(Simulation sim, Ledger ledger) {
        return serve(sim, () -> new Server(ledger), ActorOptions.defaults());
    }

    private static Node serve(Simulation sim, ActorFactory<Server> server, ActorOptions options) {
        return sim.node("server", node -> {
            Remoting remoting = Remoting.on(node.system());
            remoting.expose("server", node.spawn(Server.class, server, options));
            remoting.listen("tcp://server:7000");
        });
    }

    private static void breakLinks(Simulation sim) {
        sim.faults().network(net -> net.latency(Delay.pareto(Duration.ofMillis(1)))
                .loss(0.01)
                .partitions(Delay.every(Duration.ofSeconds(4)))
                .resets(Delay.every(Duration.ofSeconds(2)))
                .silences(Delay.every(Duration.ofSeconds(10))));
    }

    /** In a network with a heavy tail one piece of bytes in a million takes seconds, also when nothing breaks. */
    private static void calm(Simulation sim) {
        sim.faults().network(net -> net.latency(Delay.uniform(Duration.ofMillis(1), Duration.ofMillis(20))));
    }

    // ---- reconnecting --------------------------------------------------------------------------------------------

    private static void reconnects(Simulation sim) {
        serve(sim, new Ledger());
        List<Link> links = new ArrayList<>();
        List<LinkState> states = new ArrayList<>();
        sim.client("c", 1, client -> Remoting.on(client.system())
                .connect("tcp://server:7000")
                .then(link -> {
                    links.add(link);
                    link.onChange((state, why) -> states.add(state));
                }));
        sim.eventually(Duration.ofMinutes(1), "the link is up", () -> !links.isEmpty());
        breakLinks(sim);
        sim.faults()
                .crashes(node -> Delay.every(Duration.ofSeconds(8)), FaultPlan.losingUnsyncedWrites())
                .survivable(1);
        sim.sometimes("the link was lost", () -> states.contains(LinkState.DOWN));
        sim.always("the link is dialled again", () -> !states.contains(LinkState.CLOSED));
        sim.runFor(Duration.ofSeconds(20));
        sim.heal();
        sim.eventually(
                Duration.ofMinutes(2),
                "the link is up again",
                () -> links.get(0).state() == LinkState.UP);
    }

    @Test
    void shouldDialAgainUntilTheLinkIsUp() {
        Simulation.run(SimulationOptions.of("reconnects").schedules(QUICK), LinksTest::reconnects);
    }

    @Test
    @Tag("soak")
    void shouldDialAgainInManySchedules() {
        Simulation.run(SimulationOptions.of("reconnects").schedules(MANY), LinksTest::reconnects);
    }

    // ---- order and at most once ----------------------------------------------------------------------------------

    private static void ordered(Simulation sim) {
        Ledger ledger = new Ledger();
        serve(sim, ledger);
        ordered(sim, ledger);
    }

    /** What is held back before a full mailbox when the client dials again must not come behind what follows. */
    static void orderedBeforeAFullMailbox(Simulation sim) {
        Ledger ledger = new Ledger();
        ActorOptions options = ActorOptions.defaults().mailbox(MailboxSpec.bounded(2, Overflow.PACE));
        serve(sim, () -> new Server(ledger, Duration.ofMillis(15)), options);
        ordered(sim, ledger);
    }

    private static void ordered(Simulation sim, Ledger ledger) {
        int[] sent = new int[1];
        int[] sessions = new int[1];
        List<Link> links = new ArrayList<>();
        sim.client("c", 1, client -> {
            Remoting.on(client.system()).connect("tcp://server:7000").then(link -> {
                links.add(link);
                link.onChange((state, why) -> {
                    if (state == LinkState.UP) {
                        sessions[0]++;
                    }
                });
                Server server = link.lookup("server", Server.class);
                client.every(Duration.ofMillis(50), () -> {
                    if (link.state() == LinkState.UP) {
                        server.tell("c", ++sent[0]);
                        server.tell("c", ++sent[0]);
                    }
                });
            });
        });
        sim.eventually(Duration.ofMinutes(1), "the link is up", () -> !links.isEmpty());
        breakLinks(sim);
        // longer than a link waits for signs of life: then what was sent before meets what is sent afterwards
        sim.faults().pauses(Delay.uniform(Duration.ofSeconds(5), Duration.ofSeconds(20)));
        sim.sometimes("a second session", () -> sessions[0] > 0);
        sim.always("each tell arrives at most once and in order", () -> isAscending(ledger.received.get("c")));
        sim.runFor(Duration.ofSeconds(30)); // some fifteen sessions
        sim.heal();
        sim.eventually(Duration.ofMinutes(2), "tells arrive again", () -> {
            List<Integer> all = ledger.received.get("c");
            return all != null && sent[0] > 0 && all.get(all.size() - 1) > sent[0] - 2 && all.size() > 10;
        });
    }

    private static boolean isAscending(List<Integer> numbers) {
        if (numbers == null || numbers.size() < 2) {
            return true;
        }
        return numbers.get(numbers.size() - 2) < numbers.get(numbers.size() - 1);
    }

    @Test
    void shouldDeliverTellsInOrderAndAtMostOnce() {
        Simulation.run(SimulationOptions.of("ordered").schedules(QUICK), LinksTest::ordered);
    }

    @Test
    void shouldDeliverTellsInOrderBeforeAFullMailbox() {
        Simulation.run(SimulationOptions.of("full").schedules(QUICK), LinksTest::orderedBeforeAFullMailbox);
    }

    @Test
    @Tag("soak")
    void shouldDeliverTellsInOrderBeforeAFullMailboxInManySchedules() {
        Simulation.run(SimulationOptions.of("full").schedules(MANY), LinksTest::orderedBeforeAFullMailbox);
    }

    @Test
    @Tag("soak")
    void shouldDeliverTellsInOrderInManySchedules() {
        Simulation.run(SimulationOptions.of("ordered").schedules(MANY), LinksTest::ordered);
    }

    // ---- asks across crashes -------------------------------------------------------------------------------------

    private static void asks(Simulation sim) {
        Ledger ledger = new Ledger();
        serve(sim, ledger);
        Map<String, Boolean> answered = new LinkedHashMap<>();
        Set<String> certain = new LinkedHashSet<>();
        Set<String> open = new LinkedHashSet<>();
        int[] unknown = new int[1];
        int[] lost = new int[1];
        int[] links = new int[1];
        boolean[] healed = new boolean[1];
        Set<String> again = new HashSet<>();
        sim.settings(system -> system.askTimeout(Duration.ofSeconds(5)));
        sim.client("c", 2, client -> Remoting.on(client.system())
                .connect("tcp://server:7000")
                .then(link -> {
                    links[0]++;
                    Server server = link.lookup("server", Server.class);
                    int[] number = new int[1];
                    client.every(Duration.ofMillis(100), () -> {
                        String id = client.name() + "-" + ++number[0];
                        boolean late = healed[0];
                        open.add(id);
                        server.ask(id).onComplete((times, failure) -> {
                            open.remove(id);
                            if (failure == null) {
                                answered.put(id, true);
                                if (late) {
                                    again.add(client.name());
                                }
                            } else if (isCertain(failure)) {
                                certain.add(id);
                            } else if (ledger.executed.contains(id)) {
                                unknown[0]++;
                            } else {
                                lost[0]++;
                            }
                        });
                    });
                }));
        sim.eventually(Duration.ofMinutes(1), "both have links", () -> links[0] == 2);
        breakLinks(sim);
        sim.faults()
                .crashes(node -> Delay.every(Duration.ofSeconds(5)), FaultPlan.losingUnsyncedWrites())
                .survivable(1)
                .pauses(Delay.upTo(Duration.ofSeconds(10)));
        sim.sometimes("done, but the answer was lost", () -> unknown[0] > 0);
        sim.sometimes("not done, and nobody knows", () -> lost[0] > 0);
        sim.sometimes("certainly not done", () -> !certain.isEmpty());
        sim.always("no call is executed twice", () -> !ledger.twice);
        sim.runFor(Duration.ofSeconds(10));
        sim.heal();
        calm(sim);
        healed[0] = true;
        // a dead link is seen after 9 s and dialled after 10 more; then an ask waits
        sim.eventually(Duration.ofSeconds(40), "both are answered again", () -> again.size() == 2);
        sim.runFor(Duration.ofSeconds(6)); // what was asked before has come to its deadline
        assertThat(ledger.executed)
                .as("what is said to be certainly not done was not done")
                .noneMatch(certain::contains);
        assertThat(ledger.executed).as("what was answered was done").containsAll(answered.keySet());
        assertThat(answered).isNotEmpty();
        assertThat(open)
                .as("of two clients with ten calls per second, nobody waits longer than five")
                .hasSizeLessThan(110);
    }

    private static boolean isCertain(Throwable failure) {
        if (failure instanceof LinkLostException lost) {
            return !lost.maybeExecuted();
        }
        if (failure instanceof CallTimeoutException timeout) {
            return !timeout.maybeExecuted();
        }
        if (failure instanceof ActorStoppedException stopped) {
            return !stopped.maybeExecuted();
        }
        return failure instanceof LinkRefusedException;
    }

    @Test
    void shouldSayOfACallThatWasLostWhetherItMayHaveBeenExecuted() {
        Simulation.run(SimulationOptions.of("asks").schedules(QUICK / 2), LinksTest::asks);
    }

    @Test
    @Tag("soak")
    void shouldSayOfLostCallsTheTruthInManySchedules() {
        Simulation.run(SimulationOptions.of("asks").schedules(MANY), LinksTest::asks);
    }

    // ---- pacing --------------------------------------------------------------------------------------------------

    /** Sends faster than anybody can take. */
    public static class Pump extends Actor<Pump> {
        private int sent;

        public void send(Server server, int count) {
            sendAs("pump", server, count);
        }

        public void sendAs(String name, Server server, int count) {
            for (int i = 0; i < count; i++) {
                server.tell(name, ++sent);
            }
        }
    }

    private static void paced(Simulation sim) {
        Ledger ledger = new Ledger();
        List<Link> accepted = new ArrayList<>();
        int capacity = 8;
        sim.node("server", node -> {
            Remoting remoting = Remoting.on(node.system());
            ActorOptions options = ActorOptions.defaults().mailbox(MailboxSpec.bounded(capacity, Overflow.PACE));
            remoting.expose("server", node.spawn(Server.class, () -> new Server(ledger), options));
            remoting.onLink(accepted::add);
            remoting.listen("tcp://server:7000");
        });
        int total = 300;
        sim.client("c", 1, client -> {
            Pump pump = client.system().spawn(Pump.class, Pump::new);
            Remoting.on(client.system()).connect("tcp://server:7000").then(link -> {
                Server server = link.lookup("server", Server.class);
                pump.send(server, total / 2);
                client.after(Duration.ofMillis(100), () -> pump.send(server, total - total / 2));
            });
        });
        sim.faults().network(net -> net.latency(Delay.uniform(Duration.ofMillis(1), Duration.ofMillis(20))));
        sim.sometimes(
                "the server asks for less",
                () -> !accepted.isEmpty() && accepted.get(0).stats().naksOut() > 0);
        sim.always("tells arrive in order", () -> isAscending(ledger.received.get("pump")));
        sim.runFor(Duration.ofMillis(500));
        sim.heal();
        sim.eventually(Duration.ofMinutes(1), "all tells arrive", () -> {
            List<Integer> all = ledger.received.get("pump");
            return all != null && all.size() == total;
        });
    }

    @Test
    void shouldPaceASenderAndLoseNothing() {
        Simulation.run(SimulationOptions.of("paced").schedules(QUICK), LinksTest::paced);
    }

    @Test
    @Tag("soak")
    void shouldPaceASenderInManySchedules() {
        Simulation.run(SimulationOptions.of("paced").schedules(MANY), LinksTest::paced);
    }

    /** The server is slow by the cost of its turns, not by its own will; actors of its own process send to it as well. */
    private static void loaded(Simulation sim) {
        Ledger ledger = new Ledger();
        List<Link> accepted = new ArrayList<>();
        Server[] served = new Server[1];
        int capacity = 4;
        int total = 100;
        sim.turns(Delay.uniform(Duration.ofMillis(5), Duration.ofMillis(10)));
        Node server = sim.node("server", node -> {
            Remoting remoting = Remoting.on(node.system());
            ActorOptions options = ActorOptions.defaults().mailbox(MailboxSpec.bounded(capacity, Overflow.PACE));
            served[0] = node.spawn(Server.class, () -> new Server(ledger), options);
            remoting.expose("server", served[0]);
            remoting.onLink(accepted::add);
            remoting.listen("tcp://server:7000");
        });
        List<String> senders = new ArrayList<>();
        sim.client("c", 2, client -> {
            senders.add(client.name());
            Pump pump = client.system().spawn(Pump.class, Pump::new);
            Remoting.on(client.system())
                    .connect("tcp://server:7000")
                    .then(link -> pump.sendAs(client.name(), link.lookup("server", Server.class), total));
        });
        Pump local = server.spawn(Pump.class, Pump::new, ActorOptions.defaults());
        senders.add("local");
        local.sendAs("local", served[0], total);
        calm(sim);
        sim.sometimes("the server asks for less", () -> accepted.stream()
                .anyMatch(link -> link.stats().naksOut() > 0));
        sim.always("tells of each sender arrive in order", () -> senders.stream()
                .allMatch(name -> isAscending(ledger.received.get(name))));
        sim.always("a bound is a bound", () -> ActorControl.of(served[0]).depth(2 * capacity) <= capacity);
        sim.runFor(Duration.ofMillis(300));
        sim.heal();
        sim.eventually(Duration.ofMinutes(1), "all tells of all arrive", () -> senders.stream()
                .allMatch(name -> ledger.received.getOrDefault(name, List.of()).size() == total));
        assertThat(sim.time())
                .as("each of the turns takes five milliseconds at least")
                .isGreaterThanOrEqualTo(Duration.ofMillis(5L * 3 * total));
    }

    @Test
    void shouldPaceLocalAndRemoteSendersOfALoadedServer() {
        Simulation.run(SimulationOptions.of("loaded").schedules(QUICK / 2), LinksTest::loaded);
    }

    @Test
    @Tag("soak")
    void shouldPaceSendersOfALoadedServerInManySchedules() {
        Simulation.run(SimulationOptions.of("loaded").schedules(LARGE), LinksTest::loaded);
    }

    // ---- draining ------------------------------------------------------------------------------------------------

    private static void drained(Simulation sim) {
        Ledger ledger = new Ledger();
        Node node = serve(sim, ledger);
        Set<String> certain = new LinkedHashSet<>();
        Set<String> answered = new LinkedHashSet<>();
        List<Throwable> uncertain = new ArrayList<>();
        List<Link> links = new ArrayList<>();
        sim.client("c", 2, client -> Remoting.on(client.system())
                .connect("tcp://server:7000")
                .then(link -> {
                    links.add(link);
                    Server server = link.lookup("server", Server.class);
                    int[] number = new int[1];
                    client.every(Duration.ofMillis(5), () -> {
                        String id = client.name() + "-" + ++number[0];
                        server.slowly(id).onComplete((times, failure) -> {
                            if (failure == null) {
                                answered.add(id);
                            } else if (isCertain(failure)) {
                                certain.add(id);
                            } else {
                                uncertain.add(failure);
                            }
                        });
                    });
                }));
        sim.eventually(Duration.ofMinutes(1), "both have links", () -> links.size() == 2);
        sim.runFor(Duration.ofMillis(100));
        List<Boolean> drains = new ArrayList<>();
        node.run(() -> Remoting.on(node.system())
                .drain(Duration.ofSeconds(20), "new version", "tcp://other:7000")
                .then(drains::add));
        sim.eventually(Duration.ofSeconds(30), "the drain ends", () -> !drains.isEmpty());
        sim.runFor(SECOND);
        assertThat(drains).as("no call was left unfinished").containsExactly(true);
        assertThat(uncertain).as("a drain leaves nobody in doubt").isEmpty();
        assertThat(ledger.executed).noneMatch(certain::contains).containsAll(answered);
        sim.sometimes("a call came too late", () -> !certain.isEmpty());
        sim.runFor(Duration.ofMillis(10));
    }

    @Test
    void shouldLeaveNobodyInDoubtWhenItDrains() {
        Simulation.run(SimulationOptions.of("drained").schedules(QUICK), LinksTest::drained);
    }

    @Test
    @Tag("soak")
    void shouldLeaveNobodyInDoubtInManySchedules() {
        Simulation.run(SimulationOptions.of("drained").schedules(MANY), LinksTest::drained);
    }

    // ---- references ----------------------------------------------------------------------------------------------

    /** Handed over to others. */
    public static class Guest extends Actor<Guest> {
        private int visits;

        public Promise<Integer> visit() {
            return Promise.of(++visits);
        }
    }

    /** Visits the guests that it is given, and keeps the last one. */
    public static class Host extends Actor<Host> {
        private @Nullable Guest kept;

        public Promise<Integer> receive(Guest guest) {
            kept = guest;
            return guest.visit();
        }

        public void forget() {
            kept = null;
        }

        public Promise<Boolean> isHolding() {
            return Promise.of(kept != null);
        }
    }

    private static void handedOver(Simulation sim) {
        Node server = sim.node("server", node -> {
            Remoting remoting = Remoting.on(node.system());
            remoting.expose("host", node.spawn(Host.class, Host::new));
            remoting.listen("tcp://server:7000");
        });
        List<Integer> visits = new ArrayList<>();
        List<Throwable> failures = new ArrayList<>();
        sim.client("c", 2, client -> {
            Guest guest = client.system().spawn(Guest.class, Guest::new);
            Remoting.on(client.system()).connect("tcp://server:7000").then(link -> {
                Host host = link.lookup("host", Host.class);
                client.every(Duration.ofMillis(20), () -> {
                    host.receive(guest).onComplete((times, failure) -> {
                        if (failure == null) {
                            visits.add(times);
                        } else {
                            failures.add(failure);
                        }
                    });
                    if (client.random().nextInt(3) == 0) {
                        host.forget();
                    }
                });
            });
        });
        sim.faults().network(net -> net.latency(Delay.pareto(Duration.ofMillis(1))));
        int[] released = new int[1];
        sim.always("a reference in use is not released", failures::isEmpty);
        sim.sometimes("references were released", () -> released[0] > 0);
        for (int round = 0; round < 3; round++) {
            sim.runFor(Duration.ofMillis(60));
            System.gc(); // which tells what is not in use any more
            server.run(() -> released[0] += Remoting.on(server.system()).releaseUnused());
        }
        sim.heal();
        sim.eventually(Duration.ofMinutes(1), "visits go on", () -> visits.size() > 30);
    }

    @Test
    void shouldHoldReferencesWhileTheyAreInUse() {
        Simulation.run(SimulationOptions.of("handedOver").schedules(QUICK / 10), LinksTest::handedOver);
    }

    @Test
    @Tag("soak")
    void shouldHoldReferencesInManySchedules() {
        Simulation.run(SimulationOptions.of("handedOver").schedules(MANY / 10), LinksTest::handedOver);
    }
}
