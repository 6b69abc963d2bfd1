// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.error.CallCancelledException;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.core.promise.Settled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PromiseSettlingTest {
    private static final Duration LONG = Duration.ofSeconds(10);
    private final TurnStub actor = new TurnStub();
    private final List<Object> log = new ArrayList<>();

    @Test
    void shouldSettleOnceAndCountTheLateResult() {
        LateCounter promise = new LateCounter();

        assertThat(promise.settleValue("first")).isTrue();
        assertThat(promise.settleValue("second")).isFalse();
        assertThat(promise.settleFailure(new RuntimeException("third"))).isFalse();

        assertThat(promise.await(LONG)).isEqualTo("first");
        assertThat(promise.late).isEqualTo(2);
    }

    @Test
    void shouldKeepTheFailureWhenAValueComesLate() {
        CompletablePromise<String> promise = new CompletablePromise<>();
        assertThat(promise.cancel()).isTrue();

        assertThat(promise.complete("late")).isFalse();
        assertThat(promise.fail(new RuntimeException())).isFalse();
        assertThat(promise.cancel()).isFalse();

        assertThat(promise.isFailed()).isTrue();
        assertThatThrownBy(() -> promise.await(LONG)).isInstanceOf(CallCancelledException.class);
    }

    @Test
    void shouldTellItsState() {
        CompletablePromise<String> promise = new CompletablePromise<>();
        assertThat(promise.isSettled() || promise.isFulfilled() || promise.isFailed())
                .isFalse();
        assertThat(promise).hasToString("Promise[pending]");

        promise.complete();

        assertThat(promise.isSettled() && promise.isFulfilled() && !promise.isFailed())
                .isTrue();
        assertThat(promise).hasToString("Promise[null]");
        assertThat(Promise.of(1)).hasToString("Promise[1]");
        assertThat(Promise.of(1).isFulfilled()
                        && Promise.of(1).isSettled()
                        && !Promise.of(1).isFailed())
                .isTrue();
        assertThat(Promise.of(1).cancel()).isFalse();
        assertThat(Promise.failed(new RuntimeException("x")))
                .hasToString("Promise[failed: java.lang.RuntimeException: x]");
    }

    @Test
    void shouldSettleLikeAnother() {
        CompletablePromise<String> source = new CompletablePromise<>();
        CompletablePromise<Object> early = new CompletablePromise<>();
        CompletablePromise<Object> late = new CompletablePromise<>();
        CompletablePromise<Object> instant = new CompletablePromise<>();
        early.completeLike(source);
        source.complete("x");
        late.completeLike(source);
        instant.completeLike(Promise.of("y"));

        assertThat(early.await(LONG)).isEqualTo("x");
        assertThat(late.await(LONG)).isEqualTo("x");
        assertThat(instant.await(LONG)).isEqualTo("y");
    }

    @Test
    void shouldKeepAllListenersWhenAPromiseFollowsSeveral() {
        CompletablePromise<String> first = new CompletablePromise<>();
        CompletablePromise<String> second = new CompletablePromise<>();
        CompletablePromise<String> follower = new CompletablePromise<>();
        actor.turn(() -> {
            first.then(value -> log.add("first"));
            second.then(value -> log.add("second"));
        });
        follower.completeLike(first);
        follower.completeLike(second);
        actor.turn(() -> {
            first.then(value -> log.add("first again"));
            second.then(value -> log.add("second again"));
            follower.then(log::add);
        });

        second.complete("won");
        first.complete("lost");
        actor.runAll();

        assertThat(log).containsExactly("second", "won", "second again", "first", "first again");
        assertThat(follower.await(LONG)).isEqualTo("won");
    }

    @Test
    void shouldFollowTheSamePromiseTwice() {
        CompletablePromise<String> source = new CompletablePromise<>();
        CompletablePromise<String> follower = new CompletablePromise<>();
        actor.turn(() -> source.then(log::add));
        follower.completeLike(source);
        follower.completeLike(source);

        source.complete("x");
        actor.runAll();

        assertThat(log).containsExactly("x");
        assertThat(follower.await(LONG)).isEqualTo("x");
    }

    @Test
    void shouldRefuseToBeSettledByItself() {
        CompletablePromise<String> promise = new CompletablePromise<>();
        promise.completeLike(promise);
        assertThatThrownBy(() -> promise.await(LONG))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("settled by itself");

        List<Promise<String>> own = new ArrayList<>();
        actor.turn(() -> own.add(Promise.of("x").flatMap(value -> own.get(0))));
        actor.runAll();
        assertThatThrownBy(() -> own.get(0).await(LONG)).hasMessageContaining("settled by itself");
    }

    @Test
    void shouldKeepAPromiseAsAValueAsItIs() {
        CompletablePromise<Integer> inner = new CompletablePromise<>();
        CompletablePromise<Promise<Integer>> outer = new CompletablePromise<>();
        outer.complete(inner);

        assertThat(outer.isFulfilled()).isTrue();
        assertThat(outer.await(LONG)).isSameAs(inner);
        assertThat(Promise.of((Promise<Integer>) inner).await(LONG)).isSameAs(inner);
        Promise<Promise<Integer>> mapped = actor.turnFor(() -> Promise.of(1).map(value -> inner));
        actor.runAll();
        assertThat(mapped.await(LONG)).isSameAs(inner);
        assertThat(Promise.all(outer).await(LONG)).containsExactly(inner);
    }

    @Test
    void shouldCancelADerivedPromiseWithoutRunningItsAction() {
        CompletablePromise<String> promise = new CompletablePromise<>();
        Promise<String> derived = actor.turnFor(() -> promise.then(log::add));
        promise.complete("x");

        assertThat(derived.cancel()).isTrue();
        actor.runAll();

        assertThat(log).isEmpty();
        assertThat(promise.isFulfilled()).isTrue();
    }

    @Test
    void shouldHandOutTheReferenceInsteadOfTheObject() {
        Raw raw = new Raw();
        CompletablePromise<Object> promise = new CompletablePromise<>();
        promise.complete(raw);
        Promise<Object> mapped = actor.turnFor(() -> Promise.of(1).map(value -> raw));
        actor.runAll();

        assertThat(promise.await(LONG)).isEqualTo("reference");
        assertThat(mapped.await(LONG)).isEqualTo("reference");
        assertThat(Promise.of((Object) raw).await(LONG)).isEqualTo("reference");
        assertThat(Promise.of((Object) raw).toCompletableFuture()).isCompletedWithValue("reference");
        assertThat(Promise.of((Object) raw)).hasToString("Promise[reference]");
    }

    @Test
    void shouldRefuseNullArguments() {
        CompletablePromise<String> promise = new CompletablePromise<>();
        assertThatThrownBy(() -> promise.then(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> promise.map(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> promise.fail(null)).isInstanceOf(NullPointerException.class);
        assertThat(promise.isSettled()).isFalse();
        Promise<String> fulfilled = Promise.of("x");
        assertThatThrownBy(() -> fulfilled.then(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> fulfilled.recover(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> fulfilled.onError(null)).isInstanceOf(NullPointerException.class);
    }

    private static final class Raw extends ActorObject {
        @Override
        protected Object reference() {
            return "reference";
        }

        @Override
        protected Promise<?> onStart() {
            return null;
        }

        @Override
        protected void onStop() {}

        @Override
        protected void onRestart(Throwable cause) {}
    }

    private static final class LateCounter extends DefaultPromise<String> {
        private int late;

        @Override
        protected void onLateOutcome(Throwable failure) {
            late++;
        }
    }

    @Test
    void shouldShowItsResultWithoutWaiting() {
        CompletablePromise<String> promise = new CompletablePromise<>();
        IllegalStateException failure = new IllegalStateException("x");
        assertThat(promise.result()).isEmpty();
        promise.complete("done");
        assertThat(promise.result()).contains(new Settled<>("done", null));
        assertThat(Promise.of(7).result()).contains(new Settled<>(7, null));
        assertThat(Promise.failed(failure).result()).contains(new Settled<>(null, failure));
    }
}
