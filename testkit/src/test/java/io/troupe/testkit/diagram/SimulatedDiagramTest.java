// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.diagram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.promise.Promise;
import io.troupe.testkit.TestSystem;
import io.troupe.testkit.history.ClientHistory;
import io.troupe.testkit.history.History;
import io.troupe.testkit.schedule.Departure;
import io.troupe.testkit.schedule.EventKind;
import io.troupe.testkit.schedule.ScheduleFailure;
import io.troupe.testkit.schedule.Schedules;
import io.troupe.testkit.schedule.SimEvent;
import io.troupe.testkit.schedule.Simulator;
import io.troupe.testkit.schedule.protocol.SmallProtocol;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Pictures of real runs of the simulator: the lost update of three actors that read a balance and write it back. */
class SimulatedDiagramTest {
    public static class Account extends Actor<Account> {
        private int balance;

        public Promise<Integer> balance() {
            return Promise.of(balance);
        }

        public void set(int to) {
            balance = to;
        }
    }

    public static class Payer extends Actor<Payer> {
        private final Account account;

        Payer(Account account) {
            this.account = account;
        }

        public void pay() {
            context().after("later", Duration.ofMillis(3), this::add);
        }

        private void add() {
            account.balance().then(balance -> account.set(balance + 1));
        }
    }

    private static List<SimEvent> run(long seed) {
        Simulator simulator = Simulator.of(seed);
        simulator.record();
        try (TestSystem system = TestSystem.simulated(simulator, settings -> {})) {
            Account account = system.spawn(Account.class, Account::new, ActorOptions.named("account"));
            for (int i = 1; i <= 3; i++) {
                system.spawn(Payer.class, () -> new Payer(account), ActorOptions.named("payer-" + i))
                        .pay();
            }
            system.advance(Duration.ofMillis(10));
            return simulator.recorded();
        }
    }

    @Test
    void shouldDrawEveryEventOfARun() {
        List<SimEvent> events = run(4);

        Diagram diagram = new Diagram(events).title("lost update, seed 4");

        String text = diagram.text();
        assertThat(text).contains("payer-1", "payer-2", "payer-3", "account", "Account.balance()", "Account.set(int)");
        assertThat(text.lines()
                        .filter(line -> line.contains("◀") || line.contains("▶"))
                        .count())
                .isEqualTo(events.stream()
                        .filter(e -> e.kind() == EventKind.ARRIVAL || e.kind() == EventKind.ANSWER)
                        .count());
    }

    @Test
    void shouldLetTimePassForEverybodyAndPutTheTestOnTheLeft() {
        List<String> lines = new Diagram(run(4)).text().lines().toList();

        assertThat(lines.get(2).strip()).startsWith("outside");
        assertThat(lines.get(2)).doesNotContain("time");
        assertThat(lines).anyMatch(line -> line.contains("3 ms") && line.contains("◷"));
    }

    @ParameterizedTest
    @EnumSource(
            value = SmallProtocol.class,
            names = {"LEASE_LOCK", "LATE_VOTE", "CROSS_ORDER", "LOST_UPDATE", "SLOW_ONE"})
    void shouldShowWhyAScheduleFails(SmallProtocol protocol) {
        ScheduleFailure failure = Objects.requireNonNull(
                Schedules.of(1000).run(protocol.body(false)).first());
        List<Departure> departures = Objects.requireNonNull(failure.departures());

        Diagram diagram = Diagram.of(failure);

        String text = diagram.text();
        assertThat(text).contains("seed " + failure.seed() + ", made small", "✗ the protocol must keep its promise");
        Set<String> names = failure.smallHistory().stream().map(SimEvent::name).collect(Collectors.toSet());
        assertThat(names).containsAll(departures.stream().map(Departure::name).toList());
        assertThat(text.lines().filter(line -> line.contains("HELD BACK"))).hasSameSizeAs(departures);
    }

    @Test
    void shouldPutOperationsOfAHistoryBesideTheEventsOfTheirTimes() {
        AtomicLong clock = new AtomicLong();
        History<String> history = new History<>(clock::get);
        ClientHistory<String> client = history.of("c1");
        clock.set(2_999_999);
        client.invoke("pay").ok("paid");
        client.invoke("pay again");

        String text = new Diagram(run(4)).history(history.operations()).text();

        assertThat(text.lines().filter(line -> line.contains("[ pay → paid")))
                .singleElement(STRING)
                .contains("Payer.pay()");
        assertThat(text).contains("┌ pay again");
    }
}
