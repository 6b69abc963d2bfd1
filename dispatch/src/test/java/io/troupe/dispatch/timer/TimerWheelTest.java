// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.timer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TimerWheelTest {
    private final ManualClock clock = new ManualClock();
    private final List<Throwable> failures = new ArrayList<>();
    private final TimerWheel wheel = new TimerWheel(clock, "wheel", failures::add);
    private final List<Object> ran = new ArrayList<>();

    @AfterEach
    void close() {
        wheel.close();
    }

    @Test
    void shouldNotRunBeforeTheDeadline() {
        schedule(1_000_000, "a");
        clock.advance(Duration.ofNanos(999_999));
        assertThat(ran).isEmpty();
        clock.advance(Duration.ofNanos(1));
        assertThat(ran).containsExactly("a");
    }

    @Test
    void shouldRunOnceOnly() {
        Timeout timeout = schedule(5, "a");
        clock.advance(Duration.ofDays(1));
        clock.advance(Duration.ofDays(1));
        assertThat(ran).containsExactly("a");
        assertThat(timeout.isPending()).isFalse();
        assertThat(timeout.cancel()).isFalse();
    }

    @Test
    void shouldRunInOrderOfDeadlineInsideOneTick() {
        for (int nanos : new int[] {900, 5, 300, 1, 800, 5, 2}) {
            schedule(nanos, nanos + "#" + wheel.pending());
        }
        clock.advance(Duration.ofNanos(1_000));
        assertThat(ran).containsExactly("1#3", "2#6", "5#1", "5#5", "300#2", "800#4", "900#0");
    }

    @Test
    void shouldRunEqualDeadlinesInOrderOfScheduling() {
        List<Object> expected = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            schedule(i % 2 == 0 ? 7_000_000_000L : 6_999_999_999L, i);
        }
        for (int i = 1; i < 1_000; i += 2) {
            expected.add(i);
        }
        for (int i = 0; i < 1_000; i += 2) {
            expected.add(i);
        }
        clock.advance(Duration.ofSeconds(7));
        assertThat(ran).isEqualTo(expected);
    }

    @Test
    void shouldKeepOrderOfSchedulingAcrossLevels() {
        long deadline = TimeUnit.SECONDS.toNanos(100);
        schedule(deadline, "far");
        schedule(deadline - 1_000_000, "wakes the level below");
        clock.advance(Duration.ofNanos(deadline - 1_000_000));
        schedule(1_000_000, "near");
        clock.advance(Duration.ofMillis(1));
        assertThat(ran).containsExactly("wakes the level below", "far", "near");
    }

    @Test
    void shouldNotRunZeroDelayOnTheSchedulingThread() {
        schedule(0, "a");
        assertThat(ran).isEmpty();
        clock.advance(Duration.ZERO);
        assertThat(ran).containsExactly("a");
    }

    @Test
    void shouldCascadeFromEveryLevelToTheExactNanosecond() {
        for (long delay = 1; delay < TimeUnit.DAYS.toNanos(36_525) / 3; delay *= 3) {
            long from = clock.nanos();
            long expected = from + delay;
            wheel.schedule(delay, () -> ran.add(clock.nanos()));
            clock.advance(Duration.ofNanos(delay - 1));
            assertThat(ran).isEmpty();
            clock.advance(Duration.ofNanos(1));
            assertThat(ran).containsExactly(expected);
            ran.clear();
        }
    }

    @Test
    void shouldCountDelaysBeyondAHundredYearsAsAHundredYears() {
        schedule(Long.MAX_VALUE, "a");
        clock.advance(Duration.ofDays(36_525).minusNanos(1));
        assertThat(ran).isEmpty();
        clock.advance(Duration.ofNanos(1));
        assertThat(ran).containsExactly("a");
    }

    @Test
    void shouldNotRunACancelledTask() {
        Timeout timeout = schedule(10, "a");
        assertThat(timeout.isPending()).isTrue();
        assertThat(timeout.cancel()).isTrue();
        assertThat(timeout.cancel()).isFalse();
        assertThat(timeout.isPending()).isFalse();
        clock.advance(Duration.ofSeconds(1));
        assertThat(ran).isEmpty();
    }

    @Test
    void shouldUnlinkACancelledTimeoutAtOnce() {
        TimerEntry first = (TimerEntry) schedule(30_000_000_000L, "a");
        TimerEntry middle = (TimerEntry) schedule(30_000_000_000L, "b");
        TimerEntry last = (TimerEntry) schedule(30_000_000_000L, "c");
        middle.cancel();
        assertThat(first.next).isSameAs(last);
        assertThat(last.previous).isSameAs(first);
        assertThat(middle.task).isNull();
        assertThat(middle.next).isNull();
        assertThat(middle.previous).isNull();
        assertThat(wheel.pending()).isEqualTo(2);
    }

    @Test
    void shouldHoldNothingOfAMillionCancelledTimeouts() {
        for (int i = 0; i < 1_000_000; i++) {
            schedule(30_000_000_000L + i, i).cancel();
        }
        assertThat(wheel.pending()).isZero();
        assertThat(clock.advanceToNext()).isFalse();
        assertThat(clock.nanos()).isZero();
    }

    @Test
    void shouldLetATaskCancelATimeoutThatIsDueAtTheSameTime() {
        Timeout[] second = new Timeout[1];
        wheel.schedule(5, () -> ran.add(second[0].cancel()));
        second[0] = schedule(5, "second");
        clock.advance(Duration.ofNanos(5));
        assertThat(ran).containsExactly(true);
    }

    @Test
    void shouldFailOnlyTheTaskThatThrows() {
        Error error = new AssertionError("thrown by the test");
        wheel.schedule(1, () -> {
            throw error;
        });
        schedule(1, "same time");
        schedule(2, "later");
        clock.advance(Duration.ofNanos(2));
        assertThat(ran).containsExactly("same time", "later");
        assertThat(failures).containsExactly(error);
    }

    @Test
    void shouldGoOnWhenTheFailureHandlerThrows() {
        try (TimerWheel strict = new TimerWheel(clock, "strict", failure -> {
            throw new IllegalStateException(failure);
        })) {
            strict.schedule(1, () -> {
                throw new IllegalStateException("thrown by the test");
            });
            strict.schedule(1, () -> ran.add("next"));
            clock.advance(Duration.ofNanos(1));
        }
        assertThat(ran).containsExactly("next");
    }

    @Test
    void shouldCancelEverythingOnClose() {
        Timeout near = schedule(1, "near");
        Timeout far = schedule(TimeUnit.DAYS.toNanos(400), "far");
        wheel.close();
        assertThat(wheel.pending()).isZero();
        assertThat(near.isPending()).isFalse();
        assertThat(far.cancel()).isFalse();
        clock.advance(Duration.ofDays(1_000));
        assertThat(ran).isEmpty();
    }

    @Test
    void shouldNeverRunWhatIsScheduledAfterClose() {
        wheel.close();
        wheel.close();
        Timeout late = schedule(1, "a");
        clock.advance(Duration.ofDays(1_000));
        assertThat(late.isPending()).isFalse();
        assertThat(late.cancel()).isFalse();
        assertThat(wheel.pending()).isZero();
        assertThat(ran).isEmpty();
    }

    @Test
    void shouldLetTheOwnerTidyUpBeforeAManualClockLooks() {
        Timeout stale = schedule(1, "stale");
        wheel.keptTidyBy(stale::cancel);
        assertThat(clock.advanceToNext()).isFalse();
        assertThat(clock.nanos()).isZero();
        assertThat(clock.pending()).isZero();
        assertThat(ran).isEmpty();
    }

    @Test
    void shouldLetATaskCloseTheWheel() {
        wheel.schedule(1, wheel::close);
        schedule(1, "never");
        clock.advance(Duration.ofNanos(1));
        assertThat(ran).isEmpty();
        assertThat(failures).isEmpty();
    }

    @Test
    void shouldRefuseANegativeDelay() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> schedule(-1, "a"))
                .withMessage("delayNanos must not be negative: delayNanos=-1");
        assertThat(wheel.pending()).isZero();
    }

    private Timeout schedule(long delayNanos, Object name) {
        return wheel.schedule(delayNanos, () -> ran.add(name));
    }
}
