// SPDX-License-Identifier: Apache-2.0
package io.troupe.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.cluster.route.RouteView;
import io.troupe.cluster.route.Router;
import io.troupe.cluster.store.StateKey;
import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.actor.Directory;
import io.troupe.core.actor.DirectoryOptions;
import io.troupe.core.host.GuardedFactory;
import io.troupe.core.host.TurnGuard;
import io.troupe.core.message.Reference;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.link.Link;
import io.troupe.simulation.delay.Delay;
import io.troupe.testkit.schedule.Realism;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Keys that move to and fro between two owners while others call them: whoever learns of a move when, each call is executed
 * once, and those of a caller to a key in the order in which they were made.
 */
class RouteSimulatedTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int OWNERS = 2;
    private static final int CALLERS = 2;
    private static final int KEYS = 3;
    private static final int CALLS = 120;
    private static final int MOVES = 25;

    /** Calls of one key, whoever has executed them; the simulation has one thread. */
    private static final class Ledger {
        int executed;
        final Map<String, Integer> lastOf = new HashMap<>();

        void note(String caller, int number) {
            Integer last = lastOf.put(caller, number);
            assertThat(number).as("order of " + caller).isEqualTo(last == null ? 0 : last + 1);
            executed++;
        }
    }

    public static class Account extends Actor<Account> {
        private final Ledger ledger;

        Account(Ledger ledger) {
            this.ledger = ledger;
        }

        public Promise<Integer> ask(String caller, int number) {
            ledger.note(caller, number);
            return Promise.of(number);
        }

        public void tell(String caller, int number) {
            ledger.note(caller, number);
        }
    }

    /** A process with a router. */
    private static final class Party {
        final long id;
        final Router router;
        final Map<Long, Link> links = new HashMap<>();
        private long number;
        private long owner;
        private boolean held;

        Party(long id, ActorSystem system) {
            this.id = id;
            this.router = new Router(
                    system.host(),
                    Remoting.on(system).keyedLinks(),
                    new RouteView(0, id, new long[StateKey.SHARDS], new BitSet(), Map.of()),
                    1 << 20);
            for (long other = 1; other <= OWNERS; other++) {
                long to = other;
                if (to != id) {
                    Remoting.on(system).connect(address(to)).then(link -> {
                        links.put(to, link);
                        apply();
                    });
                }
            }
        }

        void view(long newNumber, long newOwner, boolean newHeld) {
            if (newNumber > number || (newNumber == number && newHeld)) {
                number = newNumber;
                owner = newOwner;
                held = newHeld;
                apply();
            }
        }

        private void apply() {
            long[] owners = new long[StateKey.SHARDS];
            Arrays.fill(owners, owner);
            BitSet mine = new BitSet();
            mine.set(0, owners.length, held);
            router.view(new RouteView(number, id, owners, mine, links));
        }

        boolean isLinked() {
            return links.size() >= (id <= OWNERS ? OWNERS - 1 : OWNERS);
        }
    }

    private static String address(long owner) {
        return "tcp://owner-" + owner + ":7000";
    }

    /** Hosts the accounts for as long as it owns them. */
    private static Party owner(long id, ActorSystem system, Map<String, Ledger> ledgers) {
        Remoting.on(system).listen(address(id));
        Party party = new Party(id, system);
        Directory<Account> accounts = system.directory(
                Account.class,
                new GuardedFactory<>() {
                    @Override
                    public Account create(String key) {
                        return new Account(ledgers.computeIfAbsent(key, same -> new Ledger()));
                    }

                    @Override
                    public TurnGuard guard(String key) {
                        return party.router.guard("account", key);
                    }
                },
                DirectoryOptions.defaults().passivateAfter(Duration.ofMillis(200)));
        party.router.host(
                "account",
                Account.class,
                (caller, target, method) -> true,
                key -> Reference.outletOf(accounts.get(key)));
        return party;
    }

    /** Calls the accounts by turns of chance. */
    private static final class Caller {
        private final Client client;
        private final Party party;
        private final Map<Integer, Account> accounts = new HashMap<>(); // kept, whenever a collector runs
        private final int[] sent = new int[KEYS];
        private final List<Promise<Integer>> answers = new ArrayList<>();
        private int calls;

        Caller(Client client, Party party) {
            this.client = client;
            this.party = party;
            client.every(Duration.ofMillis(11), this::call);
        }

        private void call() {
            for (int burst = client.random().nextInt(4); burst > 0 && calls < CALLS; burst--) {
                calls++;
                int key = client.random().nextInt(KEYS);
                Account account = accounts.computeIfAbsent(
                        key, any -> party.router.reference(Account.class, "account", "k" + any));
                if (client.random().nextInt(3) == 0) {
                    account.tell(client.name(), sent[key]++);
                } else {
                    answers.add(account.ask(client.name(), sent[key]++));
                }
            }
        }

        boolean isDone() {
            return calls == CALLS && answers.stream().allMatch(Promise::isSettled);
        }
    }

    /** Moves all shards; the old owner stops before the new one has claimed them. */
    private static final class Planner {
        private final Client client;
        private final List<Party> owners;
        private final List<Caller> callers;
        private final int most;
        private long number;
        private boolean moving;

        Planner(Client client, List<Party> owners, List<Caller> callers, int most) {
            this.most = most;
            this.client = client;
            this.owners = owners;
            this.callers = callers;
            client.every(Duration.ofMillis(23), this::move);
        }

        private void move() {
            if (moving
                    || number > MOVES
                    || owners.size() < OWNERS
                    || callers.size() < most
                    || !owners.stream().allMatch(Party::isLinked)) {
                return;
            }
            moving = true;
            long n = ++number;
            Party fresh = owners.get((int) (n % OWNERS));
            Party old = owners.get((int) ((n + 1) % OWNERS));
            soon(() -> {
                old.view(n, fresh.id, false);
                soon(() -> {
                    fresh.view(n, fresh.id, true);
                    moving = false;
                });
            });
            soon(() -> fresh.view(n, fresh.id, false));
            for (Caller caller : callers) {
                if (n > MOVES || client.random().nextInt(3) > 0) {
                    soon(() -> caller.party.view(n, fresh.id, false));
                }
            }
        }

        private void soon(Runnable action) {
            client.after(Duration.ofMillis(client.random().nextInt(60)), action);
        }

        boolean isDone() {
            return number > MOVES && !moving;
        }
    }

    @Simulated(schedules = 25)
    void shouldKeepOrderWhileKeysMove(Simulation sim) {
        run(sim, false);
    }

    @Tag("soak")
    @Simulated(schedules = 200)
    void shouldKeepOrderWhileKeysMoveForLong(Simulation sim) {
        run(sim, false);
    }

    @Tag("nightly")
    @Simulated(schedules = 1000)
    void shouldKeepOrderWhileKeysMoveAllNight(Simulation sim) {
        run(sim, false);
    }

    /** An owner sends its own calls under a lock, whichever actor sends them: messages have arrived once they are sent. */
    @Test
    void shouldKeepOrderOfOwnersThatCall() {
        runOwners(25);
    }

    @Test
    @Tag("soak")
    void shouldKeepOrderOfOwnersThatCallForLong() {
        runOwners(200);
    }

    private static void runOwners(int schedules) {
        Simulation.run(
                SimulationOptions.of("calls of owners").schedules(schedules).realism(Realism.TURNS),
                sim -> run(sim, true));
    }

    private static void run(Simulation sim, boolean ownersCall) {
        int most = ownersCall ? CALLERS + OWNERS : CALLERS;
        Map<String, Ledger> ledgers = new HashMap<>();
        List<Party> owners = new ArrayList<>();
        List<Caller> callers = new ArrayList<>();
        List<Planner> planners = new ArrayList<>();
        for (int i = 1; i <= OWNERS; i++) {
            long id = i;
            sim.node("owner-" + id, node -> owners.add(owner(id, node.system(), ledgers)));
        }
        sim.client(
                "caller",
                CALLERS,
                client -> callers.add(new Caller(client, new Party(100 + callers.size(), client.system()))));
        if (ownersCall) {
            sim.client(
                    "inside", OWNERS, client -> callers.add(new Caller(client, owners.get(callers.size() % OWNERS))));
        }
        sim.client("planner", 1, client -> planners.add(new Planner(client, owners, callers, most)));
        sim.faults()
                .network(net -> net.latency(Delay.upTo(Duration.ofMillis(60))))
                .pauses(Delay.every(Duration.ofSeconds(1)), Delay.upTo(Duration.ofMillis(150)));
        sim.eventually(
                LIMIT,
                "all are answered",
                () -> planners.stream().allMatch(Planner::isDone)
                        && callers.size() == most
                        && callers.stream().allMatch(Caller::isDone));
        sim.heal();
        sim.runFor(Duration.ofSeconds(2));

        for (Caller caller : callers) {
            assertThat(caller.answers).allSatisfy(answer -> assertThat(answer.isFulfilled())
                    .as(answer.toString())
                    .isTrue());
        }
        assertThat(ledgers.values().stream().mapToInt(ledger -> ledger.executed).sum())
                .isEqualTo(most * CALLS);
    }
}
