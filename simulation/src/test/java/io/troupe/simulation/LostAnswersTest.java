// SPDX-License-Identifier: Apache-2.0
package io.troupe.simulation;

import static io.troupe.testkit.history.HistoryAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.Actor;
import io.troupe.core.error.CallTimeoutException;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.Remoting;
import io.troupe.simulation.delay.Delay;
import io.troupe.testkit.history.ClientHistory;
import io.troupe.testkit.history.History;
import io.troupe.testkit.history.Model;
import io.troupe.testkit.history.Op;
import io.troupe.testkit.schedule.EventKind;
import io.troupe.testkit.schedule.Schedules;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Done, but the answer was lost: who calls again without care does it twice. */
class LostAnswersTest {
    private static final int SCHEDULES = 40;
    private static final int OPERATIONS = 8;

    /** Longer than any answer takes that is not lost: a link without signs of life ends before. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** Adds up; the careful variant knows each request by its number. */
    public static class Account extends Actor<Account> {
        private final boolean careful;
        private final Map<String, Long> known = new HashMap<>();
        private long sum;

        Account(boolean careful) {
            this.careful = careful;
        }

        public Promise<Long> add(String request, long amount) {
            if (careful) {
                return Promise.of(known.computeIfAbsent(request, unused -> sum += amount));
            }
            sum += amount;
            return Promise.of(sum);
        }
    }

    /** Calls again as long as no answer comes in time. */
    private static <T> Promise<T> untilAnswered(Supplier<Promise<T>> call, int tries) {
        CompletablePromise<T> answer = new CompletablePromise<>();
        call.get().onComplete((value, failure) -> {
            if (failure == null) {
                answer.complete(value);
            } else if (tries == 1 || !(failure instanceof CallTimeoutException)) {
                answer.fail(failure);
            } else {
                answer.completeLike(untilAnswered(call, tries - 1));
            }
        });
        return answer;
    }

    private static void retried(Simulation sim, boolean careful, double lost) {
        sim.settings(system -> system.askTimeout(PATIENCE));
        sim.faults()
                .network(net -> net.latency(Delay.upTo(Duration.ofMillis(5))))
                .lostAnswers(lost);
        sim.node("bank", node -> {
            Remoting remoting = Remoting.on(node.system());
            remoting.expose("account", node.spawn(Account.class, () -> new Account(careful)));
            remoting.listen("tcp://bank:7000");
        });
        History<Op> history = sim.history();
        int[] done = new int[1];
        sim.client("c", 2, client -> {
            ClientHistory<Op> mine = history.of(client);
            Remoting.on(client.system()).connect("tcp://bank:7000").then(link -> {
                Account account = link.lookup("account", Account.class);
                for (int i = 1; i <= OPERATIONS; i++) {
                    String request = client.name() + "-" + i;
                    client.after(Duration.ofMillis(100L * i), () -> mine.invoke(
                                    Op.increment("account", 1), op -> untilAnswered(() -> account.add(request, 1), 20))
                            .then(sum -> done[0]++));
                }
            });
        });
        sim.runFor(Duration.ofSeconds(2));
        sim.heal();
        sim.eventually(Duration.ofMinutes(5), "all is done", () -> done[0] == 2 * OPERATIONS);
        assertThat(history).isLinearizable(Model.counters());
    }

    @Test
    void shouldCatchAClientThatRepeatsWhatIsNotIdempotent() {
        SimulationOptions options = SimulationOptions.of("careless").schedules(SCHEDULES);
        assertThatThrownBy(() -> Simulation.run(options, sim -> retried(sim, false, 0.2)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("lostAnswers=0.2");
    }

    @Test
    void shouldBearThatAnswersAreLostIfRequestsAreKnown() {
        Simulation.run(SimulationOptions.of("careful").schedules(SCHEDULES), sim -> {
            retried(sim, true, 0.2);
        });
    }

    @Test
    void shouldBearARepetitionWhileNoAnswerIsLost() {
        Simulation.run(SimulationOptions.of("calm").schedules(SCHEDULES), sim -> retried(sim, false, 0));
    }

    @Test
    void shouldMakeEachLossAnEvent() {
        Schedules.of(1)
                .run(simulator -> {
                    simulator.record();
                    Simulation sim = new Simulation(simulator);
                    retried(sim, true, 1.0 / 3);
                    assertThat(simulator.recorded())
                            .anyMatch(event -> event.kind() == EventKind.FAULT
                                    && event.source().equals("faults/answer/bank"));
                    sim.end();
                })
                .orThrow();
    }
}
