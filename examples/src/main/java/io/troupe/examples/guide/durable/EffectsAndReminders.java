// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.guide.durable;

import io.troupe.cluster.Cluster;
import io.troupe.cluster.ClusterConfig;
import io.troupe.cluster.actor.CallId;
import io.troupe.cluster.actor.DurableActor;
import io.troupe.cluster.actor.Reminder;
import io.troupe.cluster.actor.TypeName;
import io.troupe.core.ActorSystem;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.timer.ManualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Calls with an id, effects and reminders: the quotes of chapter 15. */
public final class EffectsAndReminders {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private EffectsAndReminders() {}

    /** An account that pays others, and gets interest. */
    @TypeName("account")
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

        // tag::pay[]
        public Promise<Long> pay(String to, long cents) {
            if (state().cents() < cents) {
                throw new IllegalArgumentException("the account must cover the amount: cents=" + cents);
            }
            return update(s -> new State(s.cents() - cents), effects -> effects.to(Account.class, to)
                            .deposit(cents)) // not now: after the commit
                    .map(State::cents);
        }
        // end::pay[]

        // tag::remind[]
        public Promise<Void> open() {
            return update(
                            s -> s,
                            effects -> effects.remind(
                                    "interest", Duration.ofDays(30), Duration.ofDays(30), self -> self.interest()))
                    .map(s -> null);
        }

        public void interest() {
            Reminder by = reminder();
            if (by != null) {
                System.out.println(by.name() + ", late by days: " + by.late().toDays());
            }
            update(s -> new State(s.cents() + s.cents() / 100)); // moves the reminder, too
        }
        // end::remind[]

        public Promise<Long> balance() {
            return Promise.of(state().cents());
        }
    }

    /** Runs the parts. */
    public static void main(String[] args) throws IOException {
        Path folder = Files.createTempDirectory("troupe-effects");
        Path file = folder.resolve("state.db");
        ManualClock clock = new ManualClock();
        try {
            before(file, clock);
            clock.advance(Duration.ofDays(45)); // nothing runs meanwhile
            after(file, clock);
        } finally {
            for (String ending : new String[] {"", "-wal", "-shm"}) {
                Files.deleteIfExists(folder.resolve("state.db" + ending));
            }
            Files.delete(folder);
        }
    }

    private static void before(Path file, ManualClock clock) {
        try (ActorSystem system =
                ActorSystem.builder().name("bank").clock(clock).start()) {
            Cluster cluster = Cluster.join(system, ClusterConfig.file(file));
            cluster.host(Account.class, Account::new);
            // tag::id[]
            Account alice = cluster.actor(Account.class, "alice");
            CallId id = CallId.of("request 17");
            System.out.println(id.run(() -> alice.deposit(50_000)).await(LIMIT));
            System.out.println(id.run(() -> alice.deposit(50_000)).await(LIMIT)); // the same call
            // end::id[]
            // tag::transfer[]
            Account bob = cluster.actor(Account.class, "bob");
            System.out.println("alice " + alice.pay("bob", 20_000).await(LIMIT));
            // end::transfer[]
            while (bob.balance().await(LIMIT) == 0) {
                Thread.onSpinWait();
            }
            System.out.println("bob " + bob.balance().await(LIMIT));
            alice.open().await(LIMIT);
        }
    }

    private static void after(Path file, ManualClock clock) {
        try (ActorSystem system =
                ActorSystem.builder().name("bank").clock(clock).start()) {
            Cluster cluster = Cluster.join(system, ClusterConfig.file(file));
            cluster.host(Account.class, Account::new);
            Account alice = cluster.actor(Account.class, "alice");
            while (alice.balance().await(LIMIT) == 30_000) {
                Thread.onSpinWait();
            }
            System.out.println("alice " + alice.balance().await(LIMIT));
        }
    }
}
