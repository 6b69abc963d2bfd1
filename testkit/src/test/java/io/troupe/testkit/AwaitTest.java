// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AwaitTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    @Test
    void shouldReturnAtOnceWhenTheConditionHolds() {
        AtomicInteger looks = new AtomicInteger();
        Await.until(Duration.ZERO, () -> looks.incrementAndGet() == 1);
        assertThat(looks).hasValue(1);
    }

    @Test
    void shouldReturnAsSoonAsTheConditionHolds() {
        AtomicInteger looks = new AtomicInteger();
        Await.until(LONG, () -> looks.incrementAndGet() == 10);
        assertThat(looks).hasValue(10);
    }

    @Test
    void shouldSayWhatWasAwaitedAndHowLong() {
        assertThatThrownBy(() -> Await.until("the door is open", Duration.ofMillis(2), () -> false))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("until=the door is open, limit=PT0.002S, waited=PT");
        assertThatThrownBy(() -> Await.until(Duration.ZERO, () -> false)).hasMessageContaining("the condition holds");
    }

    @Test
    void shouldRefuseANegativeLimit() {
        assertThatThrownBy(() -> Await.until(Duration.ofMillis(-1), () -> true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("limit=PT-0.001S");
    }

    @Test
    void shouldEndWhenInterrupted() {
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> Await.until(LONG, () -> false)).hasMessageContaining("interrupted");
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
        } finally {
            Thread.interrupted();
        }
    }

    @Test
    void shouldLookAgainWhenTheBellRings() throws InterruptedException {
        ChangeMonitor changes = new ChangeMonitor();
        AtomicInteger value = new AtomicInteger();
        Thread other = new Thread(() -> {
            for (int i = 0; i < 3; i++) {
                value.incrementAndGet();
                changes.changed();
            }
        });
        other.start();
        assertThat(changes.await(() -> value.get() == 3, LONG)).isTrue();
        other.join();
    }

    @Test
    void shouldEndAtTheLimitWhenTheBellIsSilent() {
        assertThat(new ChangeMonitor().await(() -> false, Duration.ofMillis(2))).isFalse();
    }

    @Test
    void shouldEndWhenInterruptedWaitingForTheBell() {
        Thread.currentThread().interrupt();
        try {
            assertThat(new ChangeMonitor().await(() -> false, LONG)).isFalse();
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
        } finally {
            Thread.interrupted();
        }
    }
}
