// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.cluster.actor.DurableActor;
import io.troupe.cluster.actor.Effects;
import io.troupe.cluster.actor.Reminder;
import io.troupe.cluster.actor.TypeName;
import io.troupe.core.call.Caller;
import io.troupe.core.promise.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Cents that go from one to another, with a list of what came. */
@TypeName("purse")
public class Purse extends DurableActor<Purse, Purse.State> {
    /** How often a method was called that fails, in this process. */
    static final AtomicInteger FAILURES = new AtomicInteger();

    /** Whether it fails. */
    static volatile boolean failing;

    /** Cents, what came in order, and how often something went. */
    public record State(long cents, List<Long> came, int gone) {}

    @Override
    protected State initial() {
        return new State(1_000, List.of(), 0);
    }

    public Promise<Long> pay(String to, long cents) {
        return update(s -> gone(s, cents), effects -> effects.to(Purse.class, to)
                        .receive(cents))
                .map(State::cents);
    }

    public Promise<Long> payByTell(String to, long cents) {
        return update(s -> gone(s, cents), effects -> effects.to(Purse.class, to)
                        .take(cents))
                .map(State::cents);
    }

    public Promise<Long> payMany(String to, int count) {
        return update(s -> gone(s, count), effects -> {
                    Purse other = effects.to(Purse.class, to);
                    for (int i = 0; i < count; i++) {
                        other.take(1);
                    }
                })
                .map(State::cents);
    }

    public Promise<Long> payOrFail(String to, long cents) {
        return update(s -> gone(s, cents), effects -> effects.to(Purse.class, to)
                        .receiveOrFail(cents))
                .map(State::cents);
    }

    public Promise<Long> payNote(String to, byte[] note) {
        return update(s -> s, effects -> effects.to(Purse.class, to).note(note)).map(State::cents);
    }

    public Promise<Long> payWith(String to, Purse reference) {
        return update(s -> s, effects -> effects.to(Purse.class, to).greet(reference))
                .map(State::cents);
    }

    public Promise<String> payLate() {
        List<Effects<Purse>> kept = new ArrayList<>();
        return update(s -> s, kept::add).map(s -> {
            kept.get(0).to(Purse.class, "b").take(1);
            return "taken";
        });
    }

    public Promise<String> payAndListen(String to) {
        List<Promise<Long>> answers = new ArrayList<>();
        update(s -> s, effects -> answers.add(effects.to(Purse.class, to).receive(1)));
        return answers.get(0).map(any -> "answered").recover(Throwable::getMessage);
    }

    private State gone(State s, long cents) {
        return new State(s.cents() - cents, s.came(), s.gone() + 1);
    }

    private State came(State s, long cents) {
        List<Long> came = new ArrayList<>(s.came());
        came.add(cents);
        return new State(s.cents() + cents, came, s.gone());
    }

    public Promise<Long> receive(long cents) {
        return update(s -> came(s, cents)).map(State::cents);
    }

    public void take(long cents) {
        update(s -> came(s, cents));
    }

    public void note(byte[] note) {
        update(s -> came(s, note.length));
    }

    public void greet(Purse other) {
        other.take(1);
    }

    public Promise<Long> receiveOrFail(long cents) {
        if (failing) {
            FAILURES.incrementAndGet();
            throw new IllegalStateException("the purse is shut");
        }
        return receive(cents);
    }

    public Promise<Void> remindOnce(String name, long seconds, long cents) {
        return remind(effects -> effects.remind(name, Duration.ofSeconds(seconds), self -> self.reminded(cents)));
    }

    public Promise<Void> remindAlways(String name, long seconds, long every) {
        return remind(effects ->
                effects.remind(name, Duration.ofSeconds(seconds), Duration.ofSeconds(every), self -> self.reminded(0)));
    }

    public Promise<Void> remindOfFailure(String name) {
        return remind(effects -> effects.remind(name, Duration.ofSeconds(1), self -> self.receiveOrFail(7)));
    }

    public Promise<Void> remindOfNothing(String name) {
        return remind(effects -> effects.remind(name, Duration.ofSeconds(1), self -> {}));
    }

    public Promise<Void> cancelReminder(String name) {
        return remind(effects -> effects.cancel(name));
    }

    private Promise<Void> remind(Consumer<Effects<Purse>> causes) {
        return update(s -> s, causes).map(s -> null);
    }

    /** Notes what it was given, or how late it is in seconds if that is 0. */
    public void reminded(long cents) {
        Reminder by = reminder();
        long late = by == null ? -1 : by.late().toSeconds();
        update(s -> came(s, cents == 0 ? late : cents));
    }

    /** On whose behalf it is called. */
    public Promise<String> caller() {
        Caller caller = context().caller();
        return Promise.of(caller == null ? "nobody" : caller.name());
    }

    public Promise<Long> cents() {
        return Promise.of(state().cents());
    }

    public Promise<List<Long>> came() {
        return Promise.of(state().came());
    }

    public Promise<Integer> gone() {
        return Promise.of(state().gone());
    }
}
