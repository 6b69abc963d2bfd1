// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.error.CallCancelledException;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Loops of continuations: the steps behind are forgotten, but who kept one sees it settle like any other promise. */
class ShortcutTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private final TurnStub actor = new TurnStub();
    private final CompletablePromise<Integer> gate = new CompletablePromise<>();
    private final List<Promise<Integer>> kept = new ArrayList<>();
    private final List<Object> log = new ArrayList<>();

    @Test
    void shouldForgetTheStepsOfALoopThatAreBehind() {
        List<WeakReference<Promise<Integer>>> steps = new ArrayList<>();
        Promise<Integer> end = begin(1_000);
        kept.forEach(step -> steps.add(new WeakReference<>(step)));
        kept.clear();
        for (int i = 0; i < 20 && alive(steps) > 10; i++) {
            System.gc();
        }

        assertThat(alive(steps)).as("of 1000 steps").isLessThanOrEqualTo(10);
        gate.complete(7);
        assertThat(end.await(LONG)).isEqualTo(7);
    }

    @Test
    void shouldForgetTheStepsOfALoopThatSettlesAnotherPromise() {
        CompletablePromise<Integer> result = new CompletablePromise<>();
        List<WeakReference<Promise<Integer>>> steps = new ArrayList<>();
        actor.turn(() -> result.completeLike(step(1_000)));
        actor.runAll();
        kept.forEach(step -> steps.add(new WeakReference<>(step)));
        kept.clear();
        for (int i = 0; i < 20 && alive(steps) > 10; i++) {
            System.gc();
        }

        assertThat(alive(steps)).as("of 1000 steps").isLessThanOrEqualTo(10);
        gate.complete(7);
        assertThat(result.await(LONG)).isEqualTo(7);
    }

    @Test
    void shouldSettleEveryStepThatIsKept() {
        Promise<Integer> end = begin(2_000);
        assertThat(kept).noneMatch(Promise::isSettled);
        gate.complete(7);

        assertThat(end.await(LONG)).isEqualTo(7);
        assertThat(kept.get(0).isFulfilled()).isTrue();
        assertThat(kept.get(1_000).await(LONG)).isEqualTo(7);
        assertThat(kept.get(kept.size() - 1).await(LONG)).isEqualTo(7);
        assertThat(kept.get(1)).hasToString("Promise[7]");
    }

    @Test
    void shouldTellListenersOfAnEarlyStepThatComeLate() {
        begin(100_000);
        actor.turn(() -> {
            kept.get(1).then(value -> log.add("then " + value));
            kept.get(1).then(value -> log.add("again " + value));
            kept.get(50_000).then(value -> log.add("middle " + value));
        });
        gate.complete(7);
        actor.runAll();

        assertThat(log).containsExactlyInAnyOrder("then 7", "again 7", "middle 7");
        assertThat(log.indexOf("then 7")).isLessThan(log.indexOf("again 7"));
    }

    @Test
    void shouldPassTheCancellationOfAStepOnToTheWhole() {
        Promise<Integer> end = begin(10);
        actor.turn(() -> end.onError(failure -> log.add(failure.getClass())));
        assertThat(kept.get(5).cancel()).isTrue();
        actor.runAll();

        assertThatThrownBy(() -> end.await(LONG)).isInstanceOf(CallCancelledException.class);
        assertThat(log).containsExactly(CallCancelledException.class);
        assertThat(kept.get(9).isSettled())
                .as("what the step waited for goes on")
                .isFalse();
        gate.complete(7);
        assertThat(kept.get(5).isFailed()).isTrue();
        assertThat(kept.get(9).await(LONG)).isEqualTo(7);
    }

    @Test
    void shouldSettleOnceThoughSettledFromTwoSides() {
        CompletablePromise<Integer> first = new CompletablePromise<>();
        CompletablePromise<Integer> middle = new CompletablePromise<>();
        CompletablePromise<Integer> whole = new CompletablePromise<>();
        whole.completeLike(middle);
        middle.completeLike(first);
        middle.completeLike(gate);
        gate.complete(7);
        first.complete(1);

        assertThat(middle.await(LONG)).isEqualTo(7);
        assertThat(whole.await(LONG)).isEqualTo(7);
    }

    @Test
    void shouldStaySettledOnceItWasSeenSettled() {
        begin(3);
        gate.complete(7);
        assertThat(kept.get(1).isFulfilled()).isTrue();

        assertThat(kept.get(1).cancel()).isFalse();
        assertThat(kept.get(1).await(LONG)).isEqualTo(7);
    }

    @Test
    void shouldTimeOutAStepThatIsKept() {
        Promise<Integer> end = begin(10);
        actor.turn(() -> kept.get(3).timeout(Duration.ofSeconds(1)));
        actor.clock.advance(Duration.ofSeconds(1));
        actor.runAll();

        assertThat(kept.get(3).isFailed()).isTrue();
        assertThat(end.isFailed()).isTrue();
        assertThat(kept.get(7).isSettled()).isFalse();
    }

    private static long alive(List<WeakReference<Promise<Integer>>> steps) {
        return steps.stream().filter(step -> step.get() != null).count();
    }

    private Promise<Integer> begin(int steps) {
        Promise<Integer> end = actor.turnFor(() -> step(steps));
        actor.runAll();
        assertThat(end.isSettled()).isFalse();
        return end;
    }

    private Promise<Integer> step(int left) {
        if (left == 0) {
            return gate;
        }
        Promise<Integer> step = Promise.of(left).flatMap(value -> step(value - 1));
        kept.add(step);
        return step;
    }
}
