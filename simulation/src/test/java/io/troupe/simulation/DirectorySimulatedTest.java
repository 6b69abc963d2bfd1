// SPDX-License-Identifier: Apache-2.0
package io.troupe.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.actor.Actor;
import io.troupe.core.actor.Directory;
import io.troupe.core.actor.DirectoryOptions;
import io.troupe.core.actor.Supervision;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.Remoting;
import io.troupe.simulation.delay.Delay;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Actors by key whose objects are dropped, stopped and failed while calls come from two other machines, whose references came
 * over links: order per caller and key, each call once, one object at a time.
 */
class DirectorySimulatedTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final String ADDRESS = "tcp://bank:7000";
    private static final int KEYS = 4;
    private static final int CALLS = 60;

    /** What happened to one key; the simulation has one thread. */
    private static final class Ledger {
        int objects;
        int executed;
        final Map<String, Integer> lastOf = new HashMap<>();
    }

    /** An object that drops itself in every way. */
    public static class Account extends Actor<Account> {
        private final Ledger ledger;

        Account(Ledger ledger) {
            this.ledger = ledger;
        }

        @Override
        protected Promise<?> onStart() {
            assertThat(++ledger.objects).as("objects at once").isEqualTo(1);
            return null;
        }

        @Override
        protected void onStop() {
            ledger.objects--;
        }

        public Promise<Integer> book(String caller, int number) {
            note(caller, number);
            return Promise.of(number);
        }

        public void end(String caller, int number) {
            note(caller, number);
            context().stop();
        }

        public void fail(String caller, int number) {
            note(caller, number);
            throw new IllegalStateException("on purpose");
        }

        private void note(String caller, int number) {
            Integer last = ledger.lastOf.put(caller, number);
            assertThat(number).as("order of " + caller).isEqualTo(last == null ? 0 : last + 1);
            ledger.executed++;
        }
    }

    /** Gives references away. */
    public static class Desk extends Actor<Desk> {
        private final Directory<Account> accounts;

        Desk(Directory<Account> accounts) {
            this.accounts = accounts;
        }

        public Promise<Account> account(String key) {
            return Promise.of(accounts.get(key));
        }
    }

    /** Calls the accounts by turns of chance. */
    private static final class Caller {
        private final Client client;
        private final List<Account> accounts = new ArrayList<>();
        private final int[] sent = new int[KEYS];
        private final List<Promise<Integer>> answers = new ArrayList<>();
        private int calls;

        Caller(Client client) {
            this.client = client;
            Remoting.on(client.system()).connect(ADDRESS).then(link -> {
                Desk desk = link.lookup("desk", Desk.class);
                for (int key = 0; key < KEYS; key++) {
                    desk.account("k" + key).then(accounts::add);
                }
            });
            client.every(Duration.ofMillis(37), this::call);
        }

        private void call() {
            if (accounts.size() < KEYS || calls == CALLS) {
                return;
            }
            calls++;
            int key = client.random().nextInt(KEYS);
            Account account = accounts.get(key);
            int number = sent[key]++;
            switch (client.random().nextInt(6)) {
                case 0 -> account.end(client.name(), number);
                case 1 -> account.fail(client.name(), number);
                default -> answers.add(account.book(client.name(), number));
            }
        }

        boolean isDone() {
            return calls == CALLS && answers.stream().allMatch(Promise::isSettled);
        }
    }

    @Simulated(schedules = 30)
    void shouldExecuteEachCallOnceAndInOrderWhateverBecomesOfTheObjects(Simulation sim) {
        Map<String, Ledger> ledgers = new HashMap<>();
        List<Directory<Account>> directories = new ArrayList<>();
        List<Caller> callers = new ArrayList<>();
        sim.node("bank", node -> {
            Directory<Account> accounts = node.system()
                    .directory(
                            Account.class,
                            key -> new Account(ledgers.computeIfAbsent(key, same -> new Ledger())),
                            DirectoryOptions.defaults()
                                    .maxActive(2)
                                    .passivateAfter(Duration.ofMillis(50))
                                    .supervision(Supervision.stop()));
            directories.add(accounts);
            Remoting remoting = Remoting.on(node.system());
            remoting.expose("desk", node.system().spawn(Desk.class, () -> new Desk(accounts)));
            remoting.listen(ADDRESS);
        });
        sim.client("teller", 2, client -> callers.add(new Caller(client)));
        sim.faults()
                .network(net -> net.latency(Delay.upTo(Duration.ofMillis(60))))
                .pauses(Delay.every(Duration.ofSeconds(1)), Delay.upTo(Duration.ofMillis(200)));
        sim.eventually(
                LIMIT,
                "all are called",
                () -> callers.size() == 2 && callers.stream().allMatch(Caller::isDone));
        sim.heal();
        sim.runFor(Duration.ofSeconds(1));

        for (Caller caller : callers) {
            assertThat(caller.answers).allSatisfy(answer -> assertThat(answer.isFulfilled())
                    .as(answer.toString())
                    .isTrue());
        }
        assertThat(ledgers.values().stream().mapToInt(ledger -> ledger.executed).sum())
                .isEqualTo(2 * CALLS);
        assertThat(directories.get(0).stats().active()).isZero();
        assertThat(directories.get(0).stats().passivations()).isPositive();
    }
}
