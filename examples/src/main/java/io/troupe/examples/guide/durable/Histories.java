// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.guide.durable;

import io.troupe.cluster.Cluster;
import io.troupe.cluster.ClusterConfig;
import io.troupe.cluster.actor.DurableActor;
import io.troupe.cluster.actor.Journal;
import io.troupe.cluster.actor.StoredName;
import io.troupe.cluster.actor.TypeName;
import io.troupe.core.ActorSystem;
import io.troupe.core.promise.Promise;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A durable actor with a history, and one whose state has changed: the quotes of chapter 16. */
@SuppressWarnings("this-escape") // a journal calls its actor later
public final class Histories {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private Histories() {}

    // tag::ledger[]
    /** A ledger. */
    @TypeName("ledger")
    public static class Ledger extends DurableActor<Ledger, Ledger.State> {
        /** What follows from the entries. */
        public record State(long cents) {}

        /** What happens. */
        public sealed interface Entry {}

        /** Cents came. */
        @TypeName("deposited")
        public record Deposited(long cents) implements Entry {}

        /** Cents went. */
        @TypeName("paid")
        public record Paid(long cents, String to) implements Entry {}

        private final Journal<Ledger, State, Entry> journal = journal(Entry.class, Ledger::apply);

        @Override
        protected State initial() {
            return new State(0);
        }

        private static State apply(State before, Entry entry) {
            if (entry instanceof Paid paid) {
                return new State(before.cents() - paid.cents());
            }
            return new State(before.cents() + ((Deposited) entry).cents());
        }

        public Promise<Long> deposit(long cents) {
            return journal.record(new Deposited(cents)).map(State::cents); // settles after the commit
        }

        public Promise<Long> pay(String to, long cents) {
            if (state().cents() < cents) {
                throw new IllegalArgumentException("the ledger must cover the amount: cents=" + cents);
            }
            return journal.record(new Paid(cents, to), effects -> effects.to(Ledger.class, to)
                            .deposit(cents))
                    .map(State::cents);
        }

        public Promise<List<String>> entries(long from) {
            return journal.events(from, 100).map(page -> page.stream()
                    .map(each -> each.number() + " " + each.event())
                    .toList());
        }
    }
    // end::ledger[]

    // tag::names[]
    /** The same account, some releases later. */
    @TypeName("account")
    public static class LaterAccount extends DurableActor<LaterAccount, LaterAccount.Balance> {
        /** What is kept: a component with another name, and one more. */
        public record Balance(@StoredName("cents") long amount, String language) {}

        @Override
        protected Balance initial() {
            return new Balance(0, "en"); // states of before have this language
        }

        public Promise<String> show() {
            return Promise.of(state().toString());
        }
    }
    // end::names[]

    /** Some releases before. */
    @TypeName("account")
    public static class Account extends DurableActor<Account, Account.Cents> {
        /** What was kept. */
        public record Cents(long cents) {}

        @Override
        protected Cents initial() {
            return new Cents(0);
        }

        public Promise<Long> deposit(long cents) {
            return update(s -> new Cents(s.cents() + cents)).map(Cents::cents);
        }
    }

    /** Runs the parts. */
    public static void main(String[] args) throws IOException {
        Path folder = Files.createTempDirectory("troupe-histories");
        Path file = folder.resolve("state.db");
        try {
            // tag::run[]
            try (ActorSystem system = ActorSystem.start("ledgers")) {
                Cluster cluster = Cluster.join(system, ClusterConfig.file(file));
                cluster.host(Ledger.class, Ledger::new);
                Ledger alice = cluster.actor(Ledger.class, "alice");
                alice.deposit(500);
                System.out.println(alice.pay("bob", 200).await(LIMIT));
                alice.entries(1).await(LIMIT).forEach(System.out::println);
            }
            // end::run[]
            try (ActorSystem system = ActorSystem.start("before")) {
                Cluster cluster = Cluster.join(system, ClusterConfig.file(file));
                cluster.host(Account.class, Account::new);
                cluster.actor(Account.class, "4711").deposit(500).await(LIMIT);
            }
            try (ActorSystem system = ActorSystem.start("later")) {
                Cluster cluster = Cluster.join(system, ClusterConfig.file(file));
                cluster.host(LaterAccount.class, LaterAccount::new);
                System.out.println(
                        cluster.actor(LaterAccount.class, "4711").show().await(LIMIT));
            }
        } finally {
            for (String name : new String[] {"state.db", "state.db-wal", "state.db-shm"}) {
                Files.deleteIfExists(folder.resolve(name));
            }
            Files.delete(folder);
        }
    }
}
