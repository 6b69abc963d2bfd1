// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.guide.durable;

import io.troupe.cluster.Cluster;
import io.troupe.cluster.ClusterConfig;
import io.troupe.cluster.actor.DurableActor;
import io.troupe.cluster.actor.FencedException;
import io.troupe.cluster.actor.TypeName;
import io.troupe.core.ActorSystem;
import io.troupe.core.promise.Promise;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Actors whose state is in a store. */
public final class DurableActors {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private DurableActors() {}

    // tag::account[]
    /** An account. */
    @TypeName("account") // its name in the store
    public static class Account extends DurableActor<Account, Account.State> {
        /** What is kept. */
        public record State(long cents) {}

        @Override
        protected State initial() {
            return new State(0);
        }

        public Promise<Long> deposit(long cents) {
            return update(s -> new State(s.cents() + cents)).map(State::cents);
        }

        public Promise<Long> balance() {
            return Promise.of(state().cents()); // never a balance that a crash takes back
        }
    }
    // end::account[]

    // tag::upgrade[]
    /** The same account, some releases later: another component, another number. */
    @TypeName("account")
    public static class LaterAccount extends DurableActor<LaterAccount, LaterAccount.Balance> {
        /** What is kept. */
        public record Balance(double euros) {}

        @Override
        protected Balance initial() {
            return new Balance(0);
        }

        @Override
        protected int format() {
            return 2;
        }

        @Override
        protected Balance upgrade(int from, Map<String, @Nullable Object> stored) {
            return stored.get("cents") instanceof Number cents ? new Balance(cents.longValue() / 100.0) : initial();
        }

        public Promise<Double> balance() {
            return Promise.of(state().euros());
        }
    }
    // end::upgrade[]

    /** Runs the parts. */
    public static void main(String[] args) throws IOException {
        Path folder = Files.createTempDirectory("troupe-durable");
        Path file = folder.resolve("state.db");
        try {
            first(file);
            again(file);
            later(file);
        } finally {
            for (String ending : new String[] {"", "-wal", "-shm"}) {
                Files.deleteIfExists(folder.resolve("state.db" + ending));
            }
            Files.delete(folder);
        }
    }

    private static void first(Path file) {
        // tag::first[]
        try (ActorSystem system = ActorSystem.start("bank")) {
            Cluster cluster = Cluster.join(system, ClusterConfig.file(file));
            cluster.host(Account.class, Account::new);
            Account account = cluster.actor(Account.class, "4711"); // like any reference
            System.out.println(account.deposit(500).await(LIMIT)); // it is on the disk now
        }
        // end::first[]
    }

    private static void again(Path file) {
        // tag::fence[]
        try (ActorSystem old = ActorSystem.start("old");
                ActorSystem next = ActorSystem.start("next")) {
            Cluster first = Cluster.join(old, ClusterConfig.file(file));
            first.host(Account.class, Account::new);
            Account stale = first.actor(Account.class, "4711");
            System.out.println(stale.balance().await(LIMIT)); // of the process before

            Cluster second = Cluster.join(next, ClusterConfig.file(file)); // takes over
            second.host(Account.class, Account::new);
            try {
                stale.deposit(1).await(LIMIT);
            } catch (FencedException e) {
                System.out.println("refused, executed: " + e.maybeExecuted());
            }
            System.out.println(second.actor(Account.class, "4711").deposit(2).await(LIMIT));
        }
        // end::fence[]
    }

    private static void later(Path file) {
        try (ActorSystem system = ActorSystem.start("bank")) {
            Cluster cluster = Cluster.join(system, ClusterConfig.file(file));
            cluster.host(LaterAccount.class, LaterAccount::new);
            System.out.println(
                    cluster.actor(LaterAccount.class, "4711").balance().await(LIMIT));
        }
    }
}
