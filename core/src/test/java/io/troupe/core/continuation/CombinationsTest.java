// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.error.CombinedException;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.core.promise.Settled;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class CombinationsTest {
    private static final Duration LONG = Duration.ofSeconds(10);
    private final CompletablePromise<String> a = new CompletablePromise<>();
    private final CompletablePromise<String> b = new CompletablePromise<>();
    private final RuntimeException failure = new RuntimeException("broken");

    @Test
    void shouldFailAllWithTheFirstErrorAndNameWhich() {
        Promise<List<String>> all = Promise.all(a, b, Promise.of("c"));
        b.fail(failure);
        a.fail(new RuntimeException("later"));

        assertThatThrownBy(() -> all.await(LONG))
                .isInstanceOf(CombinedException.class)
                .hasMessageContaining("failed=1, of=3")
                .hasMessageContaining("broken")
                .hasCause(failure);
    }

    @Test
    void shouldFailAllWithAFailureWhoseTextCannotBeTold() {
        RuntimeException unspeakable = new RuntimeException() {
            @Override
            public String getMessage() {
                throw new IllegalStateException("no text");
            }
        };
        Promise<List<String>> all = Promise.all(a, b);
        a.fail(unspeakable);
        assertThat(all.isFailed()).isTrue();
        assertThat(all.result().orElseThrow().failure())
                .hasMessageContaining("failed=0, of=2")
                .hasMessageContaining("text cannot be told");
    }

    @Test
    void shouldBoundTheTextOfFailuresOfCombinationsOfCombinations() {
        Promise<?> outermost = a;
        for (int i = 0; i < 300; i++) {
            outermost = Promise.all(List.of(outermost));
        }
        a.fail(failure);

        Throwable told = outermost.result().orElseThrow().failure();
        assertThat(told.getMessage())
                .contains("failed=0, of=1")
                .contains(" more)")
                .hasSizeLessThan(1_200);
        assertThat(told).hasRootCause(failure);
    }

    @Test
    void shouldNameTheFailedOneAmongSettledOnes() {
        assertThatThrownBy(() ->
                        Promise.all(Promise.of("x"), Promise.failed(failure)).await(LONG))
                .hasMessageContaining("failed=1, of=2");
    }

    @Test
    void shouldReportEachWhenAllHaveSettled() {
        Promise<List<Settled<String>>> settled = Promise.allSettled(a, b, Promise.of(null));
        b.fail(failure);
        assertThat(settled.isSettled()).isFalse();
        a.complete("x");

        assertThat(settled.await(LONG))
                .containsExactly(new Settled<>("x", null), new Settled<>(null, failure), new Settled<>(null, null));
        assertThat(settled.await(LONG)).extracting(Settled::isFulfilled).containsExactly(true, false, true);
    }

    @Test
    void shouldKeepTheOrderOfAllWhateverTheOrderOfSettling() {
        Promise<List<String>> all = Promise.all(a, Promise.of(null), b);
        b.complete("b");
        a.complete("a");

        assertThat(all.await(LONG)).isEqualTo(Arrays.asList("a", null, "b"));
        assertThatThrownBy(() -> all.await(LONG).add("x")).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void shouldTakeTheFirstValueOfAny() {
        Promise<String> any = Promise.any(a, b);
        a.fail(failure);
        assertThat(any.isSettled()).isFalse();
        b.complete("b");

        assertThat(any.await(LONG)).isEqualTo("b");
    }

    @Test
    void shouldFailAnyOnlyWhenAllHaveFailed() {
        RuntimeException other = new RuntimeException("other");
        Promise<String> any = Promise.any(a, b);
        b.fail(failure);
        a.fail(other);

        assertThatThrownBy(() -> any.await(LONG))
                .isInstanceOf(CombinedException.class)
                .hasMessageContaining("failed=2, of=2")
                .satisfies(thrown -> assertThat(thrown.getSuppressed()).contains(other, failure));
    }

    @Test
    void shouldSettleARaceLikeTheFirst() {
        Promise<String> won = Promise.race(a, b);
        Promise<String> lost = Promise.race(new CompletablePromise<>(), Promise.failed(failure));
        b.complete("b");
        a.fail(failure);

        assertThat(won.await(LONG)).isEqualTo("b");
        assertThatThrownBy(() -> lost.await(LONG)).isSameAs(failure);
    }

    /** For a second somebody may still look at the failure of the continuation. */
    @Test
    @Timeout(60)
    void shouldKeepNothingOfARaceThatIsCancelled() {
        CompletablePromise<String> kept = new CompletablePromise<>();
        WeakReference<?> captured = cancelled(kept);
        while (captured.get() != null) {
            System.gc();
        }
        assertThat(kept.isSettled()).isFalse();
    }

    private static WeakReference<?> cancelled(Promise<String> kept) {
        List<String> seen = new ArrayList<>();
        Promise<String> own = Promise.race(kept);
        own.then(seen::add);
        own.cancel();
        return new WeakReference<>(seen);
    }

    @Test
    void shouldTreatEmptyListsByTheirMeaning() {
        assertThat(Promise.all(List.<Promise<String>>of()).await(LONG)).isEmpty();
        assertThat(Promise.allSettled(List.<Promise<String>>of()).await(LONG)).isEmpty();
        assertThatThrownBy(() -> Promise.any(List.<Promise<String>>of()).await(LONG))
                .isInstanceOf(CombinedException.class)
                .hasMessageContaining("count=0");
        assertThatThrownBy(() -> Promise.race(List.<Promise<String>>of())).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldRefuseNullsInTheList() {
        List<Promise<String>> list = Arrays.asList(a, null);
        assertThatThrownBy(() -> Promise.all(list)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> Promise.allSettled(list)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> Promise.any(list)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> Promise.race(list)).isInstanceOf(NullPointerException.class);
    }

    @Test
    void shouldSayWhichOfTheListIsNull() {
        assertThatThrownBy(() -> Promise.all(Arrays.asList(a, null, b)))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("index=1, of=3");
    }

    @Test
    void shouldAskAListThatMakesItsPromisesOnceForEach() {
        List<Integer> asked = new ArrayList<>();
        List<Promise<Integer>> calls = new AbstractList<>() {
            @Override
            public Promise<Integer> get(int index) {
                asked.add(index);
                return Promise.of(asked.size());
            }

            @Override
            public int size() {
                return 3;
            }
        };

        assertThat(Promise.all(calls).await(LONG)).containsExactly(1, 2, 3);
        assertThat(Promise.allSettled(calls).await(LONG)).hasSize(3);
        assertThat(Promise.any(calls).await(LONG)).isEqualTo(7);
        assertThat(Promise.race(calls).await(LONG)).isEqualTo(10);
        assertThat(asked).containsExactly(0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2);
    }

    @Test
    void shouldCombineCombinations() {
        Promise<List<List<String>>> nested = Promise.all(Promise.all(a, Promise.of("x")), Promise.all(b));
        a.complete("a");
        b.complete("b");

        assertThat(nested.await(LONG)).containsExactly(List.of("a", "x"), List.of("b"));
    }

    @Test
    void shouldCombineTheSamePromiseTwice() {
        Promise<List<String>> all = Promise.all(a, a);
        a.complete("a");

        assertThat(all.await(LONG)).containsExactly("a", "a");
    }
}
