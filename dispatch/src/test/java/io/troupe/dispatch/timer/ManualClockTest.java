// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.timer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ManualClockTest {
    private final ManualClock clock = new ManualClock();
    private final TimerWheel wheel = new TimerWheel(clock, "wheel", failure -> {});
    private final List<Object> ran = new ArrayList<>();

    @Test
    void shouldStandStillUntilMoved() {
        assertThat(clock.nanos()).isZero();
        clock.advance(Duration.ofMillis(1_500).plusNanos(7));
        assertThat(clock.nanos()).isEqualTo(1_500_000_007L);
        assertThat(clock.millis()).isEqualTo(1_500);
    }

    @Test
    void shouldShowEachDeadlineWhileItsTaskRuns() {
        wheel.schedule(30, () -> ran.add(clock.nanos()));
        wheel.schedule(10_000_000, () -> ran.add(clock.nanos()));
        clock.advance(Duration.ofSeconds(1));
        assertThat(ran).containsExactly(30L, 10_000_000L);
        assertThat(clock.nanos()).isEqualTo(1_000_000_000L);
    }

    @Test
    void shouldRunOnTheCallingThread() {
        wheel.schedule(1, () -> ran.add(Thread.currentThread()));
        clock.advance(Duration.ofNanos(1));
        assertThat(ran).containsExactly(Thread.currentThread());
    }

    @Test
    void shouldRunWhatTasksScheduleInsideTheSpan() {
        wheel.schedule(10, this::repeat);
        clock.advance(Duration.ofNanos(35));
        assertThat(ran).containsExactly(10L, 20L, 30L);
        assertThat(clock.pending()).isEqualTo(1);
        clock.advance(Duration.ofNanos(5));
        assertThat(ran).containsExactly(10L, 20L, 30L, 40L);
    }

    @Test
    void shouldRunWhatATaskSchedulesBeforeTheRestOfItsTick() {
        wheel.schedule(10, () -> wheel.schedule(5, () -> ran.add("inner")));
        wheel.schedule(20, () -> ran.add("outer"));
        clock.advance(Duration.ofNanos(20));
        assertThat(ran).containsExactly("inner", "outer");
    }

    @Test
    void shouldJumpToTheNextDeadline() {
        wheel.schedule(Duration.ofDays(3).toNanos(), () -> ran.add("a"));
        wheel.schedule(Duration.ofDays(3).toNanos(), () -> ran.add("b"));
        wheel.schedule(Duration.ofDays(4).toNanos(), () -> ran.add("c"));
        assertThat(clock.advanceToNext()).isTrue();
        assertThat(ran).containsExactly("a", "b");
        assertThat(clock.nanos()).isEqualTo(Duration.ofDays(3).toNanos());
        assertThat(clock.advanceToNext()).isTrue();
        assertThat(clock.advanceToNext()).isFalse();
        assertThat(ran).containsExactly("a", "b", "c");
        assertThat(clock.nanos()).isEqualTo(Duration.ofDays(4).toNanos());
    }

    @Test
    void shouldNotJumpToADeadlineThatIsFurtherThanTheSpan() {
        wheel.schedule(10, () -> ran.add("a"));
        assertThat(clock.advanceToNext(Duration.ofNanos(9))).isFalse();
        assertThat(clock.nanos()).isZero();
        assertThat(clock.advanceToNext(Duration.ofNanos(10))).isTrue();
        assertThat(ran).containsExactly("a");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> clock.advanceToNext(Duration.ofNanos(-1)))
                .withMessage("within must not be negative: within=PT-0.000000001S");
    }

    @Test
    void shouldRunWhatIsScheduledBeforeTheFirstTimeoutOfAWheelThatHasBeenLookedAt() {
        TimerWheel other = new TimerWheel(clock, "other", failure -> {});
        other.schedule(5_000_000_000L, () -> ran.add("other late"));
        wheel.schedule(1_000_000_000L, () -> other.schedule(7, () -> ran.add("other soon")));
        assertThat(clock.advanceToNext()).isTrue();
        assertThat(clock.advanceToNext()).isTrue();
        assertThat(ran).containsExactly("other soon");
        assertThat(clock.nanos()).isEqualTo(1_000_000_007L);
        wheel.schedule(1, () -> other.schedule(7, () -> ran.add("other again")));
        clock.advance(Duration.ofSeconds(9));
        assertThat(ran).containsExactly("other soon", "other again", "other late");
    }

    @Test
    void shouldLookAgainAtAWheelWhoseFirstTimeoutIsAnotherOne() {
        TimerWheel other = new TimerWheel(clock, "other", failure -> {});
        Duration near = Duration.ofMillis(50);
        wheel.schedule(70_000_000, () -> ran.add("late"));
        Timeout first = wheel.schedule(20_000_000, () -> ran.add("first"));
        other.schedule(10_000_000, () -> ran.add("other"));
        assertThat(clock.advanceToNext(near)).isTrue(); // both wheels were asked
        assertThat(first.cancel()).isTrue();
        assertThat(clock.untilNext()).isEqualTo(60_000_000);
        assertThat(clock.advanceToNext(near)).isFalse();
        wheel.schedule(40_000_000, () -> ran.add("new"));
        assertThat(clock.advanceToNext(near)).isTrue();
        assertThat(clock.advanceToNext(near)).isTrue();
        assertThat(clock.advanceToNext()).isFalse();
        assertThat(ran).containsExactly("other", "new", "late");
        assertThat(clock.nanos()).isEqualTo(70_000_000);
    }

    @Test
    void shouldTidyUpAfterEachTask() {
        Timeout stale = wheel.schedule(10, () -> ran.add("stale"));
        wheel.keptTidyBy(() -> {
            if (ran.contains("task")) {
                stale.cancel();
            }
        });
        TimerWheel other = new TimerWheel(clock, "other", failure -> {});
        other.schedule(5, () -> ran.add("task"));
        clock.advance(Duration.ofNanos(20));
        assertThat(ran).containsExactly("task");
    }

    @Test
    void shouldRunSeveralWheelsInOneOrder() {
        TimerWheel other = new TimerWheel(clock, "other", failure -> {});
        other.schedule(20, () -> ran.add("other 20"));
        wheel.schedule(20, () -> ran.add("wheel 20"));
        other.schedule(10, () -> ran.add("other 10"));
        wheel.schedule(30, () -> ran.add("wheel 30"));
        assertThat(clock.pending()).isEqualTo(4);
        assertThat(clock.advanceToNext()).isTrue();
        assertThat(clock.nanos()).isEqualTo(10);
        clock.advance(Duration.ofNanos(20));
        assertThat(ran).containsExactly("other 10", "wheel 20", "other 20", "wheel 30");
    }

    @Test
    void shouldForgetAClosedWheel() {
        wheel.schedule(10, () -> ran.add("a"));
        wheel.close();
        assertThat(clock.pending()).isZero();
        assertThat(clock.advanceToNext()).isFalse();
    }

    @Test
    void shouldNotGoBackWhenATaskMovesTime() {
        wheel.schedule(10, () -> clock.advance(Duration.ofNanos(100)));
        wheel.schedule(50, () -> ran.add(clock.nanos()));
        clock.advance(Duration.ofNanos(20));
        assertThat(ran).containsExactly(50L);
        assertThat(clock.nanos()).isEqualTo(110);
    }

    @Test
    void shouldTakeTimeoutsFromOtherThreadsWhileMoving() throws InterruptedException {
        int count = 20_000;
        AtomicInteger done = new AtomicInteger();
        Thread scheduler = new Thread(() -> {
            for (int i = 0; i < count; i++) {
                wheel.schedule(i * 1_000L, done::incrementAndGet);
            }
        });
        scheduler.start();
        while (scheduler.isAlive()) {
            clock.advance(Duration.ofNanos(777_777));
        }
        scheduler.join();
        clock.advance(Duration.ofSeconds(1));
        assertThat(done).hasValue(count);
        assertThat(clock.pending()).isZero();
    }

    @Test
    void shouldRefuseToGoBackOrBeyondTheRange() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> clock.advance(Duration.ofNanos(-1)))
                .withMessage("by must not be negative: by=PT-0.000000001S");
        clock.advance(Duration.ofNanos(1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> clock.advance(Duration.ofNanos(Long.MAX_VALUE)))
                .withMessageStartingWith("time must stay below 2^63 nanoseconds: by=")
                .withMessageEndingWith("nanos=1");
        assertThat(clock.nanos()).isEqualTo(1);
    }

    private void repeat() {
        ran.add(clock.nanos());
        wheel.schedule(10, this::repeat);
    }
}
