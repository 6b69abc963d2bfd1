// SPDX-License-Identifier: Apache-2.0
package io.troupe.simulation;

import static io.troupe.testkit.history.HistoryAssert.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.actor.Actor;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.Remoting;
import io.troupe.simulation.delay.Delay;
import io.troupe.simulation.disk.SimDisk;
import io.troupe.testkit.history.ClientHistory;
import io.troupe.testkit.history.History;
import io.troupe.testkit.history.Model;
import io.troupe.testkit.history.Op;
import io.troupe.testkit.schedule.Simulator;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A whole story: a register on a disk behind a link, its crashes, and what its clients may have seen. */
class RegisterTest {
    /** At night ten thousand. */
    private static final int MANY = "all".equals(System.getProperty("troupe.tests")) ? 10_000 : 300;

    private static final Duration SECOND = Duration.ofSeconds(1);

    /** Keeps a number in a file, and does one thing after the other. */
    public static class Register extends Actor<Register> {
        private final SimDisk disk;
        private final boolean syncs;
        private final Deque<Runnable> waiting = new ArrayDeque<>();
        private boolean busy;

        Register(SimDisk disk, boolean syncs) {
            this.disk = disk;
            this.syncs = syncs;
        }

        public Promise<Integer> read() {
            return inTurn(this::load);
        }

        public Promise<Void> write(int value) {
            return inTurn(
                    () -> disk.write("value", 0, String.format("%08d", value).getBytes(UTF_8))
                            .flatMap(done -> syncs ? disk.sync("value") : Promise.done()));
        }

        private Promise<Integer> load() {
            return disk.read("value")
                    .map(bytes -> Integer.valueOf(new String(bytes, UTF_8)))
                    .recover(failure -> {
                        if (failure instanceof IOException) {
                            return 0; // there is no file yet
                        }
                        throw new IllegalStateException("the register must be readable", failure);
                    });
        }

        private <T> Promise<T> inTurn(Supplier<Promise<T>> work) {
            CompletablePromise<T> result = new CompletablePromise<>();
            waiting.add(() -> {
                result.completeLike(work.get());
                result.onComplete((value, failure) -> {
                    busy = false;
                    next();
                });
            });
            next();
            return result;
        }

        private void next() {
            if (!busy && !waiting.isEmpty()) {
                busy = true;
                waiting.poll().run();
            }
        }
    }

    private static void register(Simulation sim, boolean syncs) {
        sim.node("n", node -> {
            Remoting remoting = Remoting.on(node.system());
            remoting.expose("register", node.spawn(Register.class, () -> new Register(node.disk("data"), syncs)));
            remoting.listen("tcp://n:7000");
        });
        sim.settings(system -> system.askTimeout(SECOND));
        History<Op> history = sim.history();
        sim.client("c", 3, client -> {
            ClientHistory<Op> mine = history.of(client);
            Remoting.on(client.system()).connect("tcp://n:7000").then(link -> {
                Register register = link.lookup("register", Register.class);
                client.every(Duration.ofMillis(200), () -> {
                    if (client.random().nextBoolean()) {
                        int value = client.random().nextInt(1, 1000);
                        mine.invoke(Op.write("x", value), op -> register.write(value));
                    } else {
                        mine.invoke(Op.read("x"), op -> register.read());
                    }
                });
            });
        });
        sim.faults()
                .network(net -> net.latency(Delay.pareto(Duration.ofMillis(1))).resets(Delay.every(SECOND)))
                .crashes(node -> Delay.every(SECOND), FaultPlan.losingUnsyncedWrites())
                .restarts(Delay.upTo(Duration.ofMillis(300)))
                .survivable(1);
        sim.runFor(Duration.ofSeconds(3));
        sim.heal();
        sim.runFor(SECOND);
        assertThat(history).isLinearizable(Model.registers(0));
    }

    @Test
    void shouldFindTheRegisterThatForgetsToSync() {
        AssertionError found = null;
        for (int seed = 0; found == null && seed < 200; seed++) {
            Simulation sim = new Simulation(Simulator.of(seed));
            try {
                register(sim, false);
            } catch (AssertionError e) {
                found = e;
            } finally {
                sim.end();
            }
        }
        assertThat(found).hasMessageContaining("linearizable");
    }

    @Test
    void shouldAcceptTheRegisterThatSyncs() {
        SimulationReport report =
                Simulation.run(SimulationOptions.of("careful").schedules(30), sim -> register(sim, true));
        assertThat(report.notes()).isEmpty();
    }

    @Test
    @Tag("soak")
    void shouldAcceptTheRegisterThatSyncsInManySchedules() {
        Simulation.run(SimulationOptions.of("careful").schedules(MANY), sim -> register(sim, true));
    }
}
