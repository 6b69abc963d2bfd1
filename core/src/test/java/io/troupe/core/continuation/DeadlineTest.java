// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.error.CallTimeoutException;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DeadlineTest {
    private static final Duration LONG = Duration.ofSeconds(10);
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private final TurnStub actor = new TurnStub();
    private final CompletablePromise<String> promise = new CompletablePromise<>();

    @Test
    void shouldFailAtItsDeadlineAndNotBefore() {
        actor.turn(() -> promise.timeout(LIMIT));
        actor.clock.advance(LIMIT.minusNanos(1));
        assertThat(promise.isSettled()).isFalse();

        actor.clock.advance(Duration.ofMillis(1));

        assertThatThrownBy(() -> promise.await(LONG))
                .isInstanceOf(CallTimeoutException.class)
                .hasMessageContaining("deadline=PT5S")
                .hasMessageContaining("state=pending")
                .hasMessageNotContaining("calledFrom=");
    }

    @Test
    void shouldReturnItself() {
        actor.turn(() -> assertThat(promise.timeout(LIMIT)).isSameAs(promise));
        Promise<String> done = Promise.of("x");
        assertThat(done.timeout(LIMIT)).isSameAs(done);
    }

    @Test
    void shouldStopTheTimerWhenItSettlesFirst() {
        actor.turn(() -> promise.timeout(LIMIT));
        assertThat(actor.clock.pending()).isEqualTo(1);
        promise.complete("in time");

        assertThat(actor.clock.pending()).isZero();
        actor.clock.advance(LIMIT.multipliedBy(2));
        assertThat(promise.await(LONG)).isEqualTo("in time");
    }

    @Test
    void shouldStopTheTimerOfALaterDeadlineToo() {
        CompletablePromise<String> second = new CompletablePromise<>();
        CompletablePromise<String> third = new CompletablePromise<>();
        actor.turn(() -> promise.timeout(LIMIT));
        promise.complete("in time");
        assertThat(actor.clock.pending()).isZero();
        actor.turn(() -> second.timeout(LIMIT));
        actor.clock.advance(LIMIT.plusMillis(1));
        assertThat(second.isFailed()).isTrue();
        assertThat(actor.clock.pending()).isZero();
        actor.turn(() -> third.timeout(LIMIT));
        assertThat(actor.clock.pending()).isEqualTo(1);
        third.complete("in time");
        assertThat(actor.clock.pending()).isZero();
        assertThat(actor.clock.advanceToNext()).isFalse();
    }

    @Test
    void shouldStartNoTimerForASettledPromise() {
        promise.complete("x");
        actor.turn(() -> promise.timeout(LIMIT));

        assertThat(actor.clock.pending()).isZero();
    }

    @Test
    void shouldGoByTheShortestOfSeveralDeadlines() {
        actor.turn(() -> promise.timeout(LIMIT.multipliedBy(3)).timeout(LIMIT));
        actor.clock.advance(LIMIT);

        assertThat(promise.isFailed()).isTrue();
        assertThat(actor.clock.pending()).isZero();
    }

    @Test
    void shouldNotOverwriteATimeoutByALateResult() {
        List<Object> log = new ArrayList<>();
        actor.turn(() -> promise.timeout(LIMIT).onComplete((value, failure) -> log.add(failure.getClass())));
        actor.clock.advance(LIMIT);
        actor.runAll();
        assertThat(promise.complete("late")).isFalse();
        actor.runAll();

        assertThat(log).containsExactly(CallTimeoutException.class);
        assertThat(promise.isFailed()).isTrue();
    }

    @Test
    void shouldNotRunAContinuationThatHasExpired() {
        List<Object> log = new ArrayList<>();
        promise.complete("x");
        Promise<String> derived = actor.turnFor(() -> promise.then(log::add).timeout(LIMIT));
        actor.clock.advance(LIMIT);
        actor.runAll();

        assertThat(log).isEmpty();
        assertThat(derived.isFailed()).isTrue();
    }

    @Test
    void shouldTakeALimitBeyondWhatTimersCount() {
        actor.turn(() -> promise.timeout(Duration.ofSeconds(Long.MAX_VALUE)));
        promise.complete("x");

        assertThat(promise.await(LONG)).isEqualTo("x");
        assertThat(actor.clock.pending()).isZero();
    }

    @Test
    void shouldHaveNoDeadlineToTakeAwayIfItIsNoCall() {
        actor.turn(() -> promise.timeout(LIMIT).timeout(Duration.ZERO));
        actor.clock.advance(LIMIT);

        assertThat(promise.isFailed()).isTrue();
    }

    @Test
    void shouldFailAtOnceWhereTheSystemHasClosed() {
        actor.turn(() -> promise.timeout(LIMIT));
        CompletablePromise<String> later = new CompletablePromise<>();
        actor.callbackExecutor().deadlines().close();
        actor.turn(() -> later.timeout(LIMIT));

        assertThatThrownBy(() -> promise.await(LONG))
                .isInstanceOf(ActorStoppedException.class)
                .hasMessageContaining("the system has closed");
        assertThatThrownBy(() -> later.await(LONG)).isInstanceOf(ActorStoppedException.class);
        assertThat(actor.clock.pending()).isZero();
    }

    @Test
    void shouldTellOnceThatTheCallerHasGivenUp() {
        Given cancelled = new Given();
        assertThat(cancelled.cancel()).isTrue();
        assertThat(cancelled.cancel()).isFalse();
        Given expired = new Given();
        actor.turn(() -> expired.timeout(LIMIT).timeout(LIMIT));
        actor.clock.advance(LIMIT);
        assertThat(expired.cancel()).isFalse();
        assertThat(expired.isFailed()).isTrue();

        assertThat(cancelled.abandoned).isEqualTo(1);
        assertThat(expired.abandoned).isEqualTo(1);
    }

    @Test
    void shouldNotTellThatTheCallerHasGivenUpWhenItWasSettledFirst() {
        Given answered = new Given();
        actor.turn(() -> answered.timeout(LIMIT));
        answered.settleValue("x");
        Given failed = new Given();
        failed.settleFailure(new IllegalStateException());
        actor.clock.advance(LIMIT);
        answered.toCompletableFuture().cancel(true);
        failed.cancel();

        assertThat(answered.abandoned + failed.abandoned).isZero();
    }

    /** Counts how often it is told. */
    private static final class Given extends DefaultPromise<String> {
        private int abandoned;

        @Override
        protected void onAbandoned() {
            assertThat(isSettled()).isTrue();
            abandoned++;
        }
    }

    @Test
    void shouldRefuseALimitThatIsNegative() {
        Duration wrong = Duration.ofNanos(-1);
        assertThatThrownBy(() -> promise.timeout(wrong))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("timeout=" + wrong);
        assertThatThrownBy(() -> Promise.of(1).timeout(wrong)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldRefuseToWaitForNoTime() {
        for (Duration wrong : List.of(Duration.ZERO, Duration.ofNanos(-1))) {
            assertThatThrownBy(() -> promise.await(wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("limit=" + wrong);
        }
    }

    @Test
    void shouldAcceptALimitBeyondWhatNanosecondsCanCount() {
        Duration forEver = Duration.ofSeconds(Long.MAX_VALUE);
        promise.timeout(forEver);
        promise.complete("x");

        assertThat(promise.await(forEver)).isEqualTo("x");
    }

    @Test
    void shouldHaveTimersOutsideOfActorSystemsToo() throws InterruptedException {
        CountDownLatch failed = new CountDownLatch(1);
        promise.timeout(Duration.ofMillis(1)).onError(failure -> failed.countDown());

        assertThat(failed.await(10, TimeUnit.SECONDS)).isTrue();
        assertThatThrownBy(() -> promise.await(LONG)).isInstanceOf(CallTimeoutException.class);
    }
}
