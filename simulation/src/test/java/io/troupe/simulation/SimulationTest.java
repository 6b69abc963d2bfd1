// SPDX-License-Identifier: Apache-2.0
package io.troupe.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.troupe.core.promise.Promise;
import io.troupe.remoting.Remoting;
import io.troupe.simulation.NodeTest.Counter;
import io.troupe.simulation.delay.Delay;
import io.troupe.simulation.disk.DiskLoss;
import io.troupe.simulation.disk.SimDisk;
import io.troupe.testkit.schedule.Realism;
import io.troupe.testkit.schedule.Schedules;
import io.troupe.testkit.schedule.Simulator;
import io.troupe.testkit.schedule.Strategy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulationTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    /** Clients that count at three nodes, while everything breaks. */
    private static void counting(Simulation sim) {
        sim.nodes("n", 3, node -> {
            Counter counter = node.spawn(Counter.class, () -> new Counter(node.disk("data"), true));
            Remoting remoting = Remoting.on(node.system());
            remoting.expose("counter", counter);
            remoting.listen("tcp://" + node.name() + ":7000");
        });
        List<Integer> answers = new ArrayList<>();
        sim.client(
                "c",
                2,
                client -> client.every(Duration.ofMillis(200), () -> Remoting.on(client.system())
                        .connect("tcp://n" + (1 + client.random().nextInt(3)) + ":7000")
                        .flatMap(link -> link.lookup("counter", Counter.class).next())
                        .then(answers::add)));
        sim.faults()
                .network(net -> net.latency(Delay.pareto(Duration.ofMillis(1)))
                        .loss(0.01)
                        .partitions(Delay.every(Duration.ofSeconds(3)))
                        .resets(Delay.every(Duration.ofSeconds(3))))
                .crashes(node -> Delay.every(Duration.ofSeconds(5)), FaultPlan.tearingUnsyncedWrites())
                .clockDrift(0.001)
                .pauses(Delay.upTo(SECOND));
        sim.sometimes("a node has crashed", () -> sim.nodes().stream().anyMatch(node -> !node.isUp()));
        sim.runFor(Duration.ofSeconds(10));
        sim.heal();
        int before = answers.size();
        sim.eventually(Duration.ofMinutes(2), "clients get answers again", () -> answers.size() > before + 3);
    }

    private static Simulator run(long seed, Consumer<Simulation> body) {
        Simulator simulator = Simulator.of(seed);
        simulator.record();
        Simulation simulation = new Simulation(simulator);
        body.accept(simulation);
        simulation.end();
        return simulator;
    }

    /** Five operations and a crash of the first node break it. */
    private static void breaksAfterACrash(Simulation sim) {
        int nodes = sim.upTo("nodes", 1, 4);
        Node first = sim.nodes("n", nodes, node -> {}).get(0);
        int[] operations = new int[1];
        sim.client("c", 2, client -> client.every(Duration.ofMillis(50), () -> operations[0]++));
        sim.faults()
                .crashes(node -> Delay.every(Duration.ofSeconds(1)), FaultPlan.losingUnsyncedWrites())
                .survivable(4)
                .pauses(Delay.upTo(Duration.ofMillis(100)))
                .network(net -> net.partitions(Delay.every(Duration.ofSeconds(1))));
        sim.always("few operations before a crash", () -> operations[0] < 5 || first.starts() < 2);
        sim.runFor(Duration.ofSeconds(20));
    }

    @Test
    void shouldLeaveOutFaultsOperationsAndNodesThatTheFailureDoesNotNeed(@TempDir Path folder) {
        SimulationOptions options = SimulationOptions.of("few").schedules(20).folder(folder);
        assertThatThrownBy(() -> Simulation.run(options, SimulationTest::breaksAfterACrash))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("it must always hold: few operations before a crash")
                .hasMessageMatching("(?s).*with 6 of [0-9]{2,} faults and operations: .*")
                .hasMessageContaining("crash n1 #")
                .satisfies(failure -> assertThat(failure.getMessage())
                        .doesNotContain("crash n2", "pause n", ": nodes #", ", nodes #", "partition #"));
    }

    @Test
    void shouldDoTheSameTwiceUnderTheSameSeed() {
        for (int seed = 0; seed < 6; seed++) {
            String difference =
                    Schedules.difference(run(seed, SimulationTest::counting), run(seed, SimulationTest::counting));
            assertThat(difference).isNull();
        }
    }

    @Test
    void shouldTellSeedFaultsEventsAndHowToDoItAgain(@TempDir Path folder) {
        SimulationOptions options = SimulationOptions.of("broken").seed(3).folder(folder);
        Path file = folder.resolve("broken-3.schedule");
        Consumer<Simulation> body = sim -> {
            sim.nodes("n", 2, node -> {});
            sim.faults().pauses(Delay.upTo(SECOND));
            sim.always("nobody is ever paused", () -> sim.nodes().stream().noneMatch(Node::isPaused));
            sim.runFor(Duration.ofMinutes(5));
        };
        AssertionError failure = catchThrowableOfType(AssertionError.class, () -> Simulation.run(options, body));
        assertThat(failure)
                .hasMessageStartingWith(
                        "broken fails: java.lang.AssertionError: it must always hold: nobody is ever paused, ")
                .hasMessageContaining("seed=3, strategy=")
                .hasMessageContaining("fails even if every event happens as soon as it can")
                .hasMessageContaining("pauses=every(PT10S) length upTo(PT1S)")
                .hasMessageContaining("fault faults/pause/n")
                .hasMessageContaining("again: Simulation.replay(\"" + file + "\", options, body)");
        assertThatThrownBy(() -> Simulation.replay(file.toString(), options, body))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("nobody is ever paused");
        assertThatThrownBy(() -> Simulation.replay(file.toString()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("must be a method with @Simulated: test=broken");
    }

    @Test
    void shouldTellNothingOfEventsIfTheBodyThrowsBeforeTheFirst(@TempDir Path folder) {
        SimulationOptions options = SimulationOptions.of("early").seed(3).folder(folder);
        assertThatThrownBy(() -> Simulation.run(options, sim -> {
                    throw new IllegalStateException("no such file");
                }))
                .isInstanceOf(AssertionError.class)
                .hasMessage(
                        "early fails: java.lang.IllegalStateException: no such file\n  before the first event: seed=3"
                                + "\n  again: Simulation.run(options.seed(3).schedules(1), body)");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void shouldTellTheWholeSeriesIfThereIsNoFile(@TempDir Path folder) {
        SimulationOptions options = SimulationOptions.of("later").seed(3).folder(folder);
        Consumer<Simulation> body = sim -> {
            int drawn = sim.random().nextInt(100);
            if (drawn < 25) {
                throw new IllegalStateException("no such file: drawn=" + drawn);
            }
        };
        AssertionError failure = catchThrowableOfType(AssertionError.class, () -> Simulation.run(options, body));
        int schedules = Integer.parseInt(failure.getMessage().replaceAll("(?s).*schedules\\(([0-9]+)\\).*", "$1"));
        assertThat(schedules).isGreaterThan(1);
        assertThatThrownBy(() -> Simulation.run(options.schedules(schedules), body))
                .isInstanceOf(AssertionError.class)
                .hasMessage(failure.getMessage());
    }

    @Test
    void shouldFailWhenSomethingIsNeverSeen() {
        SimulationOptions options = SimulationOptions.of("blind").schedules(3);
        assertThatThrownBy(() -> Simulation.run(options, sim -> {
                    sim.sometimes("time passes", () -> sim.time().compareTo(SECOND) > 0);
                    sim.sometimes("pigs fly", () -> false);
                    sim.node("n", node -> {});
                    sim.client("c", 1, client -> client.every(SECOND, () -> {}));
                    sim.runFor(Duration.ofSeconds(3));
                }))
                .isInstanceOf(AssertionError.class)
                .hasMessage("it must be seen in some run, and never was: pigs fly, test=blind, schedules=3");
    }

    @Test
    void shouldFailWhenSomethingDoesNotComeAbout() {
        assertThatThrownBy(() -> Simulation.run(1, sim -> {
                    sim.node("n", node -> {});
                    sim.eventually(SECOND, "pigs fly", () -> false);
                }))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("it must hold eventually: pigs fly, within=PT1S, time=PT1S");
    }

    @Test
    void shouldNotJudgeLivenessWhenMoreIsBrokenThanTheSystemMustSurvive() {
        SimulationReport report = Simulation.run(1, sim -> {
            List<Node> nodes = sim.nodes("n", 3, node -> {});
            nodes.get(0).crash(DiskLoss.UNSYNCED, true);
            nodes.get(1).crash(DiskLoss.UNSYNCED, true);
            sim.eventually(SECOND, "two of three are up", () -> nodes.get(0).isUp());
            sim.heal();
            sim.eventually(SECOND, "all are up", () -> nodes.stream().allMatch(Node::isUp));
        });
        assertThat(report.notes())
                .containsExactly("not judged, since more was broken than the system must survive: two of three are up");
    }

    @Test
    void shouldCrashNoMoreNodesThanTheSystemMustSurvive() {
        int[] most = new int[1];
        SimulationOptions options = SimulationOptions.of("survivable").schedules(5);
        Simulation.run(options, sim -> {
            sim.nodes("n", 5, node -> {});
            sim.faults()
                    .crashes(node -> Delay.every(SECOND), FaultPlan.losingUnsyncedWrites())
                    .restarts(Delay.fixed(Duration.ofSeconds(5)));
            sim.always("a majority is up", () -> {
                int down =
                        (int) sim.nodes().stream().filter(node -> !node.isUp()).count();
                most[0] = Math.max(most[0], down);
                return down <= 2;
            });
            sim.runFor(Duration.ofMinutes(1));
        });
        assertThat(most[0]).isEqualTo(2);
    }

    /** A node's program that keeps an actor where no crash reaches it. */
    @Test
    void shouldNoteActorsThatOutliveTheirNode() {
        Set<Object> kept = new HashSet<>();
        SimulationReport report = Simulation.run(1, sim -> {
            Node node = sim.node(
                    "n",
                    started -> started.spawn(Counter.class, () -> {
                        Counter counter = new Counter(started.disk("data"), true);
                        kept.add(counter);
                        return counter;
                    }));
            sim.runFor(SECOND);
            node.crash(DiskLoss.UNSYNCED, true);
            node.restart();
            sim.runFor(SECOND);
        });
        assertThat(report.notes())
                .as("kept=" + kept.size())
                .containsExactly("an actor outlives the crash of its node, as no memory does: type="
                        + Counter.class.getName() + ", node=n; something outside of the node's program holds it");
    }

    @Test
    void shouldSumTheTimeOfRunsThatLastUntilTheEndOfTime() {
        Duration whole = Duration.ofSeconds(Long.MAX_VALUE);
        SimulationReport report = Simulation.run(3, sim -> sim.runFor(whole));

        assertThat(report.simulated()).isGreaterThan(Duration.ofNanos(Long.MAX_VALUE)); // of one run
    }

    @Test
    void shouldLetClocksDriftAndDisksFailUntilItHeals() {
        Simulation sim = new Simulation(Simulator.of(1, new Strategy.FirstCome(), Realism.FLIGHTS_AND_TIME));
        sim.faults().disks(disk -> disk.errors(1));
        List<Node> nodes = sim.nodes("n", 3, node -> {});
        sim.faults().clockDrift(0.01);
        List<Long> before = nodes.stream().map(node -> node.clock().nanos()).toList();
        sim.runFor(Duration.ofSeconds(100));
        Set<Long> passed = new HashSet<>();
        for (int i = 0; i < 3; i++) {
            long nanos = nodes.get(i).clock().nanos() - before.get(i);
            assertThat(Math.abs(nanos - Duration.ofSeconds(100).toNanos())).isBetween(1L, SECOND.toNanos());
            passed.add(nanos);
        }
        assertThat(passed).as("each drifts in its own way").hasSize(3);
        SimDisk disk = nodes.get(0).disk("data");
        Promise<Long> fails = disk.append("file", new byte[1]);
        sim.runFor(SECOND);
        assertThat(fails.isFailed()).isTrue();
        sim.heal();
        Promise<Long> works = disk.append("file", new byte[1]);
        sim.runFor(SECOND);
        assertThat(works.isFulfilled()).isTrue();
    }

    @Test
    void shouldRefuseASecondNodeOfTheSameName() {
        Simulation sim = new Simulation(Simulator.of(1));
        sim.nodes("n", 2, node -> {});
        assertThatThrownBy(() -> sim.client("n", 1, client -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a name must be that of one node or client: name=n1");
        assertThatThrownBy(() -> sim.nodes("m", 0, node -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("count must be at least 1: count=0");
        sim.end();
    }
}
