// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Continuations of an executor run in the order of their registration, also if one is registered while the promise settles. */
class PromiseOrderTest {
    private final TurnStub actor = new TurnStub();
    private final TurnStub other = new TurnStub();
    private final CompletablePromise<String> promise = new CompletablePromise<>();
    private final List<String> log = new ArrayList<>();

    @Test
    void shouldNotOvertakeAContinuationThatIsStillBeingHandedOver() {
        whileSettling(() -> actor.turn(() -> then("late")));
        actor.turn(() -> then("early"));

        promise.complete("x");
        actor.runAll();

        assertThat(log).containsExactly("early", "late");
    }

    @Test
    void shouldNotOvertakeWhenTwoExecutorsListen() {
        whileSettling(() -> {
            actor.turn(() -> then("late"));
            other.turn(() -> then("late of other"));
            actor.turn(() -> then("later"));
        });
        actor.turn(() -> then("early"));
        other.turn(() -> then("early of other"));

        promise.complete("x");
        actor.runAll();
        other.runAll();

        assertThat(log).containsExactly("early", "late", "later", "early of other", "late of other");
    }

    @Test
    void shouldKeepALaterContinuationOfAnotherPromiseBehindOneThatWaits() {
        whileSettling(() -> actor.turn(() -> {
            then("late");
            Promise.of("y").then(value -> log.add("later"));
        }));
        actor.turn(() -> then("early"));

        promise.complete("x");
        actor.runAll();

        assertThat(log).containsExactly("early", "late", "later");
    }

    @Test
    void shouldNotOvertakeWhenAPromiseIsFollowed() {
        CompletablePromise<String> source = new CompletablePromise<>();
        actor.turn(() -> then("first"));
        promise.completeLike(source);
        whileSettling(() -> actor.turn(() -> then("late"))); // told after the first: oldest first
        actor.turn(() -> then("second"));

        source.complete("x");
        actor.runAll();

        assertThat(log).containsExactly("first", "second", "late");
    }

    @Test
    void shouldNotOvertakeInAPromiseThatWasPassedOver() {
        CompletablePromise<String> gate = new CompletablePromise<>();
        CompletablePromise<String> whole = new CompletablePromise<>();
        whole.completeLike(promise);
        promise.completeLike(gate); // its only listener waits for the gate directly now
        whileSettling(() -> actor.turn(() -> then("late")));
        actor.turn(() -> then("early"));

        gate.complete("x");
        actor.runAll();

        assertThat(log).containsExactly("early", "late");
    }

    @Test
    void shouldEndThoseThatWaitWhenTheirActorHasGone() {
        List<Promise<String>> children = new ArrayList<>();
        whileSettling(() -> actor.turn(() -> children.add(then("late"))));
        actor.turn(() -> children.add(then("early")));
        promise.complete("x");
        actor.retired = true;
        actor.runAll();

        assertThat(log).isEmpty();
        assertThat(children).hasSize(2).allMatch(Promise::isFailed);
    }

    @Test
    void shouldRunThoseThatWaitWhenTheEarlierOneWasCancelled() {
        List<Promise<String>> early = new ArrayList<>();
        whileSettling(() -> actor.turn(() -> then("late")));
        actor.turn(() -> early.add(then("early")));
        promise.complete("x");
        early.get(0).cancel();
        actor.runAll();

        assertThat(log).containsExactly("late");
    }

    @Test
    void shouldRunALaterContinuationAtOnceWhenTheEarlierOnesHaveRun() {
        actor.turn(() -> then("early"));
        promise.complete("x");
        actor.runAll();
        actor.turn(() -> then("late"));

        assertThat(actor.due()).isOne();
        actor.runAll();
        assertThat(log).containsExactly("early", "late");
    }

    private Promise<String> then(String name) {
        return promise.then(value -> log.add(name));
    }

    /** Runs the code on the settling thread, after the outcome can be seen and before later listeners are told. */
    private void whileSettling(Runnable code) {
        new Observer<String>() {
            @Override
            protected void onValue(@Nullable String value) {
                code.run();
            }

            @Override
            protected void onFailure(Throwable cause) {
                throw new AssertionError(cause);
            }
        }.observe(promise);
    }
}
