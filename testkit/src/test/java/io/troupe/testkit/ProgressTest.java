// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.ActorSystem;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.Dispatchers;
import io.troupe.dispatch.ManualDispatcher;
import io.troupe.dispatch.timer.ManualClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ProgressTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    @Test
    void shouldStopSteppingAsSoonAsTheConditionHolds() {
        ManualDispatcher dispatcher = ManualDispatcher.inOrder();
        try (ActorSystem system = ActorSystem.builder()
                .dispatcher(dispatcher)
                .clock(new ManualClock())
                .start()) {
            Progress progress = Progress.of(system);
            Counter counter = system.spawn(Counter.class, Counter::new);
            for (int i = 0; i < 10; i++) {
                counter.add(1);
            }
            assertThat(progress.until(() -> dispatcher.steps() == 3, Duration.ZERO))
                    .isTrue();
            assertThat(dispatcher.steps()).isEqualTo(3);
            assertThat(progress.standardLimit()).isZero();
        }
    }

    @Test
    void shouldLeaveNothingOnTheClock() {
        ManualClock clock = new ManualClock();
        try (ActorSystem system = ActorSystem.builder()
                .dispatcher(ManualDispatcher.inOrder())
                .clock(clock)
                .start()) {
            Progress progress = Progress.of(system);
            system.spawn(Counter.class, Counter::new).addLater(1, Duration.ofSeconds(10));
            assertThat(progress.until(() -> clock.millis() >= 500, Duration.ofSeconds(1)))
                    .isTrue();
            assertThat(clock.pending()).isEqualTo(1);
        }
    }

    @Test
    void shouldWaitForRealTimersBetweenSteps() {
        try (ActorSystem system =
                ActorSystem.builder().dispatcher(ManualDispatcher.inOrder()).start()) {
            Progress progress = Progress.of(system);
            Counter counter = system.spawn(Counter.class, Counter::new);
            Promise<Integer> expiring = counter.never().timeout(Duration.ofMillis(3));
            assertThat(progress.untilSettled(expiring, LONG)).isTrue();
            assertThat(progress.untilSettled(counter.never(), Duration.ofMillis(3)))
                    .isFalse();
            assertThat(progress.standardLimit()).isPositive();
            progress.settle();
        }
    }

    @Test
    void shouldWaitForThreads() {
        try (ActorSystem system =
                ActorSystem.builder().dispatcher(Dispatchers.threadPool(2)).start()) {
            Progress progress = Progress.of(system);
            Counter counter = system.spawn(Counter.class, Counter::new);
            assertThat(progress.untilSettled(counter.get(), LONG)).isTrue();
            assertThat(progress.untilSettled(counter.never(), Duration.ofMillis(3)))
                    .isFalse();
            assertThat(progress.untilSettled(counter.never(), Duration.ZERO)).isFalse();
            progress.settle();
        }
    }

    @Test
    void shouldWaitWithoutASystem() {
        CompletablePromise<Integer> promise = new CompletablePromise<>();
        Thread other = new Thread(() -> promise.complete(1));
        other.start();
        Progress progress = Progress.waiting();
        assertThat(progress.untilSettled(promise, LONG)).isTrue();
        assertThat(progress.until(() -> false, Duration.ZERO)).isFalse();
        progress.settle();
        assertThat(progress).hasToString("dispatcher=unknown, time=real");
    }

    @Test
    void shouldRefuseANegativeLimit() {
        assertThatThrownBy(() -> Progress.waiting().until(() -> true, Duration.ofNanos(-1)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldTellOutcomesAsTheyAre() {
        Exception checked = new Exception("checked");
        assertThat(PromiseResults.of(Promise.failed(checked)).failure()).isSameAs(checked);
        assertThat(checked.getSuppressed()).isEmpty();
        assertThat(PromiseResults.of(Promise.of(1)).value()).isEqualTo(1);
        assertThatThrownBy(() -> PromiseResults.of(new CompletablePromise<>()))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
