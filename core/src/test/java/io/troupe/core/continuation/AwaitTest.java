// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.troupe.core.error.CallFailedException;
import io.troupe.core.error.CallTimeoutException;
import io.troupe.core.error.WaitRefusedException;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class AwaitTest {
    private static final Duration LONG = Duration.ofMinutes(1);
    private final CompletablePromise<String> promise = new CompletablePromise<>();

    @Test
    void shouldWaitForAValueOfAnotherThread() throws InterruptedException {
        AtomicReference<String> seen = new AtomicReference<>();
        Thread waiting = new Thread(() -> seen.set(promise.await(LONG)));
        waiting.start();
        while (waiting.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        promise.complete("x");
        waiting.join(LONG.toMillis());

        assertThat(seen).hasValue("x");
    }

    @Test
    void shouldRethrowAnUncheckedFailureAsItIs() {
        IllegalStateException failure = new IllegalStateException("broken");
        promise.fail(failure);

        assertThatThrownBy(() -> promise.await(LONG)).isSameAs(failure);
        assertThat(failure.getSuppressed()).as("where it was awaited").allSatisfy(trace -> assertThat(trace)
                .isInstanceOf(CallFailedException.class));
    }

    @Test
    void shouldNotGrowAFailureThatIsAwaitedOftenWithoutBounds() {
        IllegalStateException failure = new IllegalStateException("broken");
        promise.fail(failure);
        for (int i = 0; i < 1_000; i++) {
            assertThat(catchThrowable(() -> promise.await(LONG))).isSameAs(failure);
        }

        assertThat(failure.getSuppressed()).hasSizeLessThan(10);
    }

    @Test
    void shouldWrapACheckedFailure() {
        IOException failure = new IOException("broken");
        promise.fail(failure);

        assertThatThrownBy(() -> promise.await(LONG))
                .isInstanceOf(CallFailedException.class)
                .hasCause(failure)
                .hasMessageContaining("broken");
    }

    @Test
    void shouldGiveUpAtItsLimitAndLeaveThePromisePending() {
        assertThatThrownBy(() -> promise.await(Duration.ofMillis(1)))
                .isInstanceOf(CallTimeoutException.class)
                .hasMessageContaining("limit=PT0.001S");
        assertThat(promise.isSettled()).isFalse();
        promise.complete("later");
        assertThat(promise.await(LONG)).isEqualTo("later");
    }

    @Test
    void shouldEndWhenInterruptedAndKeepTheInterrupt() {
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> promise.await(LONG)).isInstanceOf(CancellationException.class);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(promise.isSettled()).isFalse();
    }

    @Test
    void shouldReturnAValueThatIsThereEvenWhenInterrupted() {
        promise.complete("x");
        Thread.currentThread().interrupt();
        try {
            assertThat(promise.await(LONG)).isEqualTo("x");
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void shouldSurviveSpuriousWakeUps() throws InterruptedException {
        AtomicReference<String> seen = new AtomicReference<>();
        Thread waiting = new Thread(() -> seen.set(promise.await(LONG)));
        waiting.start();
        for (int i = 0; i < 1_000; i++) {
            LockSupport.unpark(waiting);
            Thread.yield();
        }
        assertThat(waiting.isAlive()).isTrue();
        promise.complete("x");
        waiting.join(LONG.toMillis());

        assertThat(seen).hasValue("x");
    }

    @Test
    void shouldBeRefusedInAnActorsTurn() {
        TurnStub actor = new TurnStub();
        promise.complete("x");
        actor.turn(() -> {
            assertThatThrownBy(() -> promise.await(LONG))
                    .isInstanceOf(WaitRefusedException.class)
                    .hasMessageContaining("would block the worker");
            assertThatThrownBy(() -> Promise.of(1).await(LONG)).isInstanceOf(WaitRefusedException.class);
        });
    }
}
