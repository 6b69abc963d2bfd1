// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.cluster.actor.DurableActor;
import io.troupe.cluster.actor.Journal;
import io.troupe.cluster.actor.TypeName;
import io.troupe.core.promise.Promise;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Cents with a history. */
@TypeName("ledger")
public class Ledger extends DurableActor<Ledger, Ledger.State> {
    /** Cents, and how many events there were. */
    public record State(long cents, int entries) {}

    /** What happens. */
    public sealed interface Entry {}

    /** Cents came. */
    public record Deposited(long cents) implements Entry {}

    /** Cents went to another. */
    public record Paid(long cents, String to) implements Entry {}

    /** Of any length. */
    public record Note(String text) implements Entry {}

    @SuppressWarnings("this-escape") // a journal keeps its actor and calls it later
    private final Journal<Ledger, State, Entry> journal = journal(Entry.class, Ledger::apply);

    @Override
    protected State initial() {
        return new State(10, 0);
    }

    static State apply(State s, Entry entry) {
        long cents = s.cents();
        if (entry instanceof Deposited deposited) {
            cents += deposited.cents();
        } else if (entry instanceof Paid paid) {
            cents -= paid.cents();
            if (cents < 0) {
                throw new IllegalArgumentException("the ledger must cover what is paid: cents=" + paid.cents());
            }
        }
        return new State(cents, s.entries() + 1);
    }

    public Promise<Long> deposit(long cents) {
        return journal.record(new Deposited(cents)).map(State::cents);
    }

    public Promise<Long> depositTwice(long cents) {
        journal.record(new Deposited(cents));
        return journal.record(new Deposited(cents)).map(State::cents);
    }

    public Promise<Long> pay(String to, long cents) {
        return journal.record(new Paid(cents, to), effects -> effects.to(Ledger.class, to)
                        .deposit(cents))
                .map(State::cents);
    }

    public Promise<Long> remindOf(long cents) {
        return journal.record(
                        new Note("later"),
                        effects -> effects.remind("r", Duration.ofSeconds(1), self -> self.deposit(cents)))
                .map(State::cents);
    }

    public void depositAndTell(long cents, Ledger other) {
        journal.record(new Deposited(cents));
        other.deposit(cents);
    }

    public Promise<Integer> note(String text) {
        return journal.record(new Note(text)).map(State::entries);
    }

    public Promise<Long> update(long cents) {
        return update(s -> new State(cents, 0)).map(State::cents);
    }

    public Promise<Long> cents() {
        return Promise.of(state().cents());
    }

    public Promise<Integer> entries() {
        return Promise.of(state().entries());
    }

    public Promise<List<String>> history(long from, int limit) {
        return journal.events(from, limit).map(all -> all.stream()
                .map(each -> each.number() + " " + each.event())
                .toList());
    }

    /** Counts its turns. */
    public void count(CountDownLatch turns) {
        turns.countDown();
    }

    public Promise<List<Long>> times() {
        return journal.events(1, 1_000)
                .map(all -> all.stream().map(each -> each.at().toEpochMilli()).toList());
    }

    /** The same ledgers, by somebody who knows no journal. */
    @TypeName("ledger")
    public static class Plain extends DurableActor<Plain, State> {
        @Override
        protected State initial() {
            return new State(0, 0);
        }

        public Promise<Long> deposit(long cents) {
            return update(s -> new State(s.cents() + cents, 0)).map(State::cents);
        }
    }

    /** The same ledgers, with another rule and rarer snapshots. */
    @TypeName("ledger")
    public static class Strict extends DurableActor<Strict, State> {
        @SuppressWarnings("this-escape") // as above
        private final Journal<Strict, State, Entry> journal = journal(Entry.class, Strict::apply, 10_000);

        @Override
        protected State initial() {
            return new State(10, 0);
        }

        static State apply(State s, Entry entry) {
            if (entry instanceof Deposited deposited && deposited.cents() > 100) {
                throw new IllegalStateException("too much");
            }
            return new State(s.cents(), s.entries() + 1);
        }

        public Promise<Integer> note(String text) {
            return journal.record(new Note(text)).map(State::entries);
        }

        public Promise<Integer> entries() {
            return Promise.of(state().entries());
        }
    }

    /** With events that cannot be stored. */
    public static class Unstorable extends DurableActor<Unstorable, State> {
        /** Threads cannot be encoded. */
        public record Started(Thread thread) {}

        @SuppressWarnings("this-escape") // as above
        private final Journal<Unstorable, State, Started> journal = journal(Started.class, (s, started) -> s);

        @Override
        protected State initial() {
            return new State(0, 0);
        }

        public Promise<Long> start() {
            return journal.record(new Started(Thread.currentThread())).map(State::cents);
        }
    }

    /** With two journals. */
    public static class Twice extends DurableActor<Twice, State> {
        @SuppressWarnings("this-escape") // as above
        private final Journal<Twice, State, Note> first = journal(Note.class, (s, note) -> s);

        @SuppressWarnings("this-escape") // as above
        private final Journal<Twice, State, Note> second = journal(Note.class, (s, note) -> s);

        @Override
        protected State initial() {
            return new State(0, 0);
        }

        public Promise<Boolean> same() {
            return Promise.of(first == second);
        }
    }

    /** With a snapshot every so many events. */
    public static class Rare extends DurableActor<Rare, State> {
        private final Journal<Rare, State, Note> journal;

        Rare(int snapshotEvery) {
            journal = journal(Note.class, (s, note) -> s, snapshotEvery);
        }

        @Override
        protected State initial() {
            return new State(0, 0);
        }

        public Promise<Integer> note(String text) {
            return journal.record(new Note(text)).map(State::entries);
        }
    }
}
