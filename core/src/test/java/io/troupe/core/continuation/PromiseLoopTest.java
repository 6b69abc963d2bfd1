// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PromiseLoopTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final int STEPS = 100_000;
    private final TurnStub actor = new TurnStub();

    @Test
    void shouldLoopByFlatMapWithoutDeepStacks() {
        Promise<Integer> end = actor.turnFor(() -> countDown(STEPS));
        actor.runAll();

        assertThat(end.await(LONG)).isZero();
    }

    @Test
    void shouldFailALoopWithoutDeepStacks() {
        Promise<Integer> end = actor.turnFor(() -> countDownAndFail(STEPS));
        actor.runAll();

        assertThatThrownBy(() -> end.await(LONG)).hasMessage("at the end");
    }

    @Test
    void shouldSettleALongChainOfFlatMapsWithoutDeepStacks() {
        CompletablePromise<Integer> start = new CompletablePromise<>();
        Promise<Integer> end = actor.turnFor(() -> {
            Promise<Integer> chain = start;
            for (int i = 0; i < STEPS; i++) {
                chain = chain.flatMap(value -> pending(value + 1));
            }
            return chain;
        });
        start.complete(0);
        actor.runAll();

        assertThat(end.await(LONG)).isEqualTo(STEPS);
    }

    @Test
    void shouldSettleALongChainOfFollowersWithoutDeepStacks() {
        CompletablePromise<Integer> start = new CompletablePromise<>();
        CompletablePromise<Integer> end = start;
        for (int i = 0; i < STEPS; i++) {
            CompletablePromise<Integer> next = new CompletablePromise<>();
            next.completeLike(end);
            end = next;
        }
        start.complete(1);

        assertThat(end.await(LONG)).isEqualTo(1);
    }

    @Test
    void shouldSettleALongChainOfCombinationsWithoutDeepStacks() {
        CompletablePromise<Integer> start = new CompletablePromise<>();
        Promise<?> all = start;
        Promise<?> settled = start;
        Promise<Integer> first = start;
        Promise<Integer> value = start;
        for (int i = 0; i < STEPS; i++) {
            all = Promise.all(List.of(all));
            settled = Promise.allSettled(List.of(settled));
            first = Promise.race(List.of(first));
            value = Promise.any(List.of(value));
        }
        start.complete(1);

        assertThat(all.isFulfilled()).isTrue();
        assertThat(settled.isFulfilled()).isTrue();
        assertThat(first.await(LONG)).isEqualTo(1);
        assertThat(value.await(LONG)).isEqualTo(1);
    }

    @Test
    void shouldFailALongChainOfCombinationsWithoutDeepStacks() {
        CompletablePromise<Integer> start = new CompletablePromise<>();
        Promise<Integer> first = start;
        for (int i = 0; i < STEPS; i++) {
            first = Promise.race(List.of(first));
        }
        start.cancel();

        assertThat(first.isFailed()).isTrue();
    }

    @Test
    void shouldEndALongChainWithoutDeepStacksWhenItsActorHasGone() {
        CompletablePromise<Integer> start = new CompletablePromise<>();
        Promise<Integer> end = actor.turnFor(() -> {
            Promise<Integer> chain = start;
            for (int i = 0; i < STEPS; i++) {
                chain = chain.then(value -> {});
            }
            return chain;
        });
        actor.retired = true;
        start.complete(1);
        actor.runAll();

        assertThat(end.isFailed()).isTrue();
    }

    @Test
    void shouldForgetWhatIsBehindInAChainThatGrowsAtItsEnd() {
        Promise<byte[]> chain = Promise.of(new byte[0]);
        for (int i = 0; i < 2_000; i++) { // 2 GB if each step were kept
            Promise<byte[]> before = chain;
            chain = actor.turnFor(() -> before.flatMap(value -> pending(new byte[1 << 20])));
            actor.runAll();
        }

        assertThat(chain.isFulfilled()).isTrue();
    }

    @Test
    void shouldForgetTheValuesOfALoop() {
        Promise<byte[]> end = actor.turnFor(() -> allocating(2_000)); // 2 GB if each value were kept
        actor.runAll();

        assertThat(end.await(LONG)).hasSize(1 << 20);
    }

    @Test
    void shouldTellManyListenersOfManyFollowersQuickly() {
        CompletablePromise<Integer> start = new CompletablePromise<>();
        List<Integer> seen = new ArrayList<>();
        actor.turn(() -> {
            for (int i = 0; i < STEPS; i++) {
                CompletablePromise<Integer> follower = new CompletablePromise<>();
                follower.completeLike(start);
                follower.then(seen::add);
            }
        });
        start.complete(7);
        actor.runAll();

        assertThat(seen).hasSize(STEPS).containsOnly(7);
    }

    private static Promise<Integer> countDown(int left) {
        return left == 0 ? pending(0) : pending(left).flatMap(value -> countDown(value - 1));
    }

    private static Promise<Integer> countDownAndFail(int left) {
        return pending(left).flatMap(value -> {
            if (value == 0) {
                throw new IllegalStateException("at the end");
            }
            return countDownAndFail(value - 1);
        });
    }

    private static Promise<byte[]> allocating(int left) {
        Promise<byte[]> step = pending(new byte[1 << 20]);
        return left == 0 ? step : step.flatMap(value -> allocating(left - 1));
    }

    private static <T> Promise<T> pending(T value) {
        CompletablePromise<T> promise = new CompletablePromise<>();
        promise.complete(value);
        return promise;
    }
}
