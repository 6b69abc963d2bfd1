// SPDX-License-Identifier: Apache-2.0
package io.troupe.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.Actor;
import io.troupe.core.error.WaitRefusedException;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.Encoding;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.RemotingConfig;
import io.troupe.remoting.link.Link;
import io.troupe.simulation.disk.DiskLoss;
import io.troupe.simulation.disk.SimDisk;
import io.troupe.testkit.schedule.Realism;
import io.troupe.testkit.schedule.Simulator;
import io.troupe.testkit.schedule.Strategy;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final Simulator simulator = Simulator.of(1, new Strategy.FirstCome(), Realism.FLIGHTS_AND_TIME);
    private final Simulation sim = new Simulation(simulator);

    /** Counts, and writes each number to a disk before it answers. */
    public static class Counter extends Actor<Counter> {
        private final SimDisk disk;
        private final boolean syncs;
        private int count;

        Counter(SimDisk disk, boolean syncs) {
            this.disk = disk;
            this.syncs = syncs;
        }

        public Promise<Integer> next() {
            int next = ++count;
            Promise<?> written = disk.append("log", (next + " ").getBytes(UTF_8));
            return written.flatMap(at -> syncs ? disk.sync("log") : Promise.done())
                    .map(done -> next);
        }
    }

    private static void serve(Node node, boolean syncs) {
        Counter counter = node.spawn(Counter.class, () -> new Counter(node.disk("data"), syncs));
        Remoting remoting = Remoting.on(node.system());
        remoting.expose("counter", counter);
        remoting.listen("tcp://" + node.name() + ":7000");
    }

    private Promise<Integer> next(Client client) {
        return Remoting.on(client.system())
                .connect("tcp://n1:7000")
                .flatMap(link -> link.lookup("counter", Counter.class).next());
    }

    @Test
    void shouldCallAnActorOfAnotherNodeOverTheSimulatedNetwork() {
        sim.nodes("n", 1, node -> serve(node, true));
        List<Integer> answers = new ArrayList<>();
        sim.client("c", 2, client -> client.every(SECOND, () -> next(client).then(answers::add)));
        sim.runFor(Duration.ofMillis(3500));
        assertThat(answers).containsExactly(1, 2, 3, 4, 5, 6);
    }

    @Test
    void shouldRefuseToAwaitWhatOnlyTheWaitingThreadCouldBringAbout() {
        List<Promise<?>> promises = new ArrayList<>();
        Node node = sim.node("n1", started -> {
            Counter counter = started.spawn(Counter.class, () -> new Counter(started.disk("data"), true));
            promises.add(counter.next());
            serve(started, true);
        });
        sim.client("c", 1, client -> promises.add(next(client)));
        promises.add(promises.get(0).map(String::valueOf));
        promises.add(node.disk("data").read("log"));
        assertThat(promises).hasSize(4).allSatisfy(promise -> assertThatThrownBy(
                        () -> promise.await(Duration.ofNanos(1)))
                .isInstanceOf(WaitRefusedException.class)
                .hasMessageStartingWith("await must not be called in the thread that runs a simulation, nothing"
                        + " happens while it waits: ")
                .hasMessageEndingWith("; let the run go on until promise::isSettled, by until of Simulation or"
                        + " Simulator, or use TestSystem.await(promise)"));
        assertThat(sim.until(MINUTE, promises.get(0)::isSettled)).isTrue();
        assertThat(promises.get(0).await(SECOND)).isEqualTo(1);
    }

    @Test
    void shouldLoseMemoryAndUnsyncedWritesInACrash() {
        Node node = sim.nodes("n", 1, started -> serve(started, false)).get(0);
        List<Integer> answers = new ArrayList<>();
        sim.client("c", 1, client -> client.every(SECOND, () -> next(client).then(answers::add)));
        assertThat(sim.until(MINUTE, () -> answers.size() == 3)).isTrue();
        node.crash(DiskLoss.UNSYNCED, true);
        assertThat(node.isUp()).isFalse();
        node.restart();
        assertThat(sim.until(MINUTE, () -> answers.size() == 5)).isTrue();
        assertThat(answers).containsExactly(1, 2, 3, 1, 2);
        Promise<byte[]> log = node.disk("data").read("log");
        assertThat(sim.until(MINUTE, log::isSettled)).isTrue();
        assertThat(new String(log.await(SECOND), UTF_8)).isEqualTo("1 2 ");
        assertThat(node.starts()).isEqualTo(2);
    }

    @Test
    void shouldKeepWhatWasSynced() {
        Node node = sim.nodes("n", 1, started -> serve(started, true)).get(0);
        List<Integer> answers = new ArrayList<>();
        sim.client("c", 1, client -> client.every(SECOND, () -> next(client).then(answers::add)));
        assertThat(sim.until(MINUTE, () -> answers.size() == 3)).isTrue();
        node.crash(DiskLoss.UNSYNCED, false);
        node.restart();
        Promise<byte[]> log = node.disk("data").read("log");
        assertThat(sim.until(MINUTE, log::isSettled)).isTrue();
        assertThat(new String(log.await(SECOND), UTF_8)).isEqualTo("1 2 3 ");
    }

    @Test
    void shouldStandStillWhilePaused() {
        Node node = sim.nodes("n", 1, started -> serve(started, true)).get(0);
        List<Integer> answers = new ArrayList<>();
        sim.client("c", 1, client -> client.every(SECOND, () -> next(client).then(answers::add)));
        assertThat(sim.until(MINUTE, () -> answers.size() == 1)).isTrue();
        node.pause();
        sim.runFor(Duration.ofSeconds(4));
        assertThat(answers).hasSize(1);
        node.resume();
        assertThat(sim.until(Duration.ofMillis(100), () -> answers.size() >= 5)).isTrue();
    }

    @Test
    void shouldNoticeByHeartbeatsThatAMachineIsOff() {
        Node node = sim.nodes("n", 1, started -> serve(started, true)).get(0);
        List<Link> links = new ArrayList<>();
        List<String> states = new ArrayList<>();
        sim.client("c", 1, client -> Remoting.on(client.system())
                .connect("tcp://n1:7000")
                .then(link -> {
                    links.add(link);
                    link.onChange((state, why) -> states.add(state.toString()));
                }));
        assertThat(sim.until(MINUTE, () -> !links.isEmpty())).isTrue();
        node.crash(DiskLoss.UNSYNCED, false);
        assertThat(sim.until(MINUTE, () -> states.contains("DOWN"))).isTrue();
        node.restart();
        assertThat(sim.until(MINUTE, () -> states.contains("UP"))).isTrue();
    }

    @Test
    void shouldGiveNodesTheConfigurationOfTheRun() {
        sim.remoting(config -> config.encodings(Encoding.JSON));
        List<Remoting> remotings = new ArrayList<>();
        RemotingConfig expected = RemotingConfig.ofMode().insecure(true).encodings(Encoding.JSON);
        sim.nodes("n", 2, node -> remotings.add(Remoting.on(node.system(), expected)));
        assertThat(remotings).hasSize(2);
        assertThat(remotings.get(0).transport()).isEqualTo("simulated network");
        sim.end();
    }

    @Test
    void shouldForgetTheActorsOfAProcessThatHasCrashed() {
        List<WeakReference<Object>> weak = new ArrayList<>();
        Node node = sim.node("n1", started -> {
            serve(started, true);
            weak.add(new WeakReference<>(started.system()));
        });
        sim.client("c", 1, client -> client.every(SECOND, () -> next(client)));
        sim.runFor(Duration.ofSeconds(5));
        node.crash(DiskLoss.UNSYNCED, true);
        sim.runFor(MINUTE);
        System.gc();
        assertThat(weak.get(0).get()).isNull();
        node.end();
        assertThat(node.deadActors()).isEmpty();
    }
}
