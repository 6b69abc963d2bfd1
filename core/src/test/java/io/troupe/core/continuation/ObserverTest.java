// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.ManualSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class ObserverTest {
    private final TurnStub actor = new TurnStub();
    private final CompletablePromise<String> promise = new CompletablePromise<>();
    private final List<Object> log = new ArrayList<>();

    private final class Noting extends Observer<Object> {
        @Override
        protected void onValue(Object value) {
            log.add("value " + value);
        }

        @Override
        protected void onFailure(Throwable cause) {
            log.add("failure " + cause.getMessage());
        }
    }

    @Test
    void shouldBeToldOnTheSettlingThreadWithoutATurn() {
        actor.turn(() -> new Noting().observe(promise));
        promise.complete("x");

        assertThat(log).containsExactly("value x");
        assertThat(actor.due()).isZero();
    }

    @Test
    void shouldBeToldAtOnceOfWhatHasSettled() {
        promise.complete(null);
        new Noting().observe(promise);
        new Noting().observe(Promise.of("of"));
        new Noting().observe(Promise.done());
        new Noting().observe(Promise.failed(new IllegalStateException("broken")));

        assertThat(log).containsExactly("value null", "value of", "value null", "failure broken");
    }

    @Test
    void shouldBeToldOnceOfAFailure() {
        new Noting().observe(promise);
        promise.fail(new IllegalStateException("broken"));
        promise.complete("late");

        assertThat(log).containsExactly("failure broken");
    }

    @Test
    void shouldStandBesideOtherListenersInTheirOrder() {
        new Noting().observe(promise);
        actor.turn(() -> promise.then(value -> log.add("then")));
        new Noting().observe(promise);
        promise.complete("x");
        actor.runAll();

        assertThat(log).containsExactly("value x", "value x", "then");
    }

    @Test
    void shouldBeToldOfPromisesThatSettleLikeOthers() {
        CompletablePromise<String> middle = new CompletablePromise<>();
        CompletablePromise<String> whole = new CompletablePromise<>();
        whole.completeLike(middle);
        new Noting().observe(whole);
        middle.completeLike(promise);
        new Noting().observe(middle); // passed over: whole waits for the promise directly
        new Noting().observe(middle);
        promise.complete("x");

        assertThat(log).containsExactly("value x", "value x", "value x");
        assertThat(middle.isFulfilled()).isTrue();
    }

    @Test
    void shouldBeToldOfTheEndOfALoop() {
        Promise<Integer> end = actor.turnFor(() -> step(100));
        new Noting().observe(end);
        actor.runAll();
        promise.complete("x");
        actor.runAll();

        assertThat(log).containsExactly("value 7");
    }

    @Test
    void shouldSeeReferencesInsteadOfActors() {
        try (ManualSystem test = new ManualSystem()) {
            Maker actor = test.system.spawn(Maker.class, Made::new);
            Maker plain = test.system.spawn(Maker.class, Plain::new);
            for (Maker maker : List.of(actor, plain)) {
                new Noting().observe(maker.itself());
                maker.run(self -> new Noting().observe(Promise.of(self)));
                test.runAll();
                assertThat(log).containsExactly("value " + maker, "value " + maker);
                log.clear();
            }
        }
    }

    interface Maker {
        Promise<Maker> itself();

        void run(Consumer<Maker> code);
    }

    record Plain() implements Maker {
        @Override
        public Promise<Maker> itself() {
            return Promise.of(this);
        }

        @Override
        public void run(Consumer<Maker> code) {
            code.accept(this);
        }
    }

    static final class Made extends Actor<Maker> implements Maker {
        @Override
        public Promise<Maker> itself() {
            return Promise.of(this);
        }

        @Override
        public void run(Consumer<Maker> code) {
            code.accept(this);
        }
    }

    private Promise<Integer> step(int left) {
        return left == 0 ? promise.map(value -> 7) : Promise.of(left).flatMap(value -> step(value - 1));
    }
}
