// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.cluster.actor.DurableActor;
import io.troupe.cluster.actor.TypeName;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** What the tests keep. */
@TypeName("account")
public class Account extends DurableActor<Account, Account.State> {
    /** Cents, and a text of any length. */
    public record State(long cents, String note) {}

    @Override
    protected State initial() {
        return new State(0, "");
    }

    public Promise<Long> deposit(long cents) {
        return update(s -> new State(s.cents() + cents, s.note())).map(State::cents);
    }

    /** Answers at once, though not by the promise of the update. */
    public Promise<String> depositAndAnswer(long cents) {
        deposit(cents);
        return Promise.of("done");
    }

    public Promise<String> depositAndFail(long cents) {
        deposit(cents);
        throw new IllegalStateException("failed after the update");
    }

    public void depositAndTell(long cents, Account other) {
        deposit(cents);
        other.add(cents);
    }

    public void add(long cents) {
        deposit(cents);
    }

    public void addAndBreak(long cents) {
        deposit(cents);
        throw new IllegalStateException("broken after the update");
    }

    public Promise<Void> note(String text) {
        return update(s -> new State(s.cents(), text)).map(s -> null);
    }

    public Promise<Long> balance() {
        return Promise.of(state().cents());
    }

    public Promise<String> name() {
        return Promise.of(key());
    }

    /** Counts its turns. */
    public void count(CountDownLatch turns) {
        turns.countDown();
    }

    public Promise<Long> balanceAfter(CompletablePromise<String> signal) {
        return signal.map(any -> state().cents());
    }

    /** The same accounts in an earlier form. */
    @TypeName("account")
    public static class Earlier extends DurableActor<Earlier, Earlier.Cents> {
        public record Cents(long cents) {}

        @Override
        protected Cents initial() {
            return new Cents(0);
        }

        public Promise<Long> deposit(long cents) {
            return update(s -> new Cents(s.cents() + cents)).map(Cents::cents);
        }
    }

    /** The same accounts in a later form, in which a component has another name and unit. */
    @TypeName("account")
    public static class Later extends DurableActor<Later, Later.Euros> {
        public record Euros(double euros) {}

        @Override
        protected Euros initial() {
            return new Euros(0);
        }

        @Override
        protected int format() {
            return 2;
        }

        @Override
        protected Euros upgrade(int from, Map<String, Object> stored) {
            return new Euros(((Number) stored.get("cents")).longValue() / 100.0);
        }

        public Promise<Double> balance() {
            return Promise.of(state().euros());
        }
    }
}
