// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.timer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SkewedClockTest {
    private static final long SECOND = 1_000_000_000;

    private final ManualClock shared = new ManualClock();
    private final List<Object> ran = new ArrayList<>();

    private TimerWheel wheel(Clock clock) {
        return new TimerWheel(clock, "wheel", failure -> ran.add(failure));
    }

    @Test
    void shouldBeginWithItsOffsetAndGainByItsDrift() {
        shared.advance(Duration.ofSeconds(5));
        SkewedClock fast = shared.skewed(Duration.ofMillis(300), 0.001);
        assertThat(fast.nanos()).isEqualTo(5 * SECOND + 300_000_000);
        shared.advance(Duration.ofSeconds(100));
        assertThat(fast.nanos()).isEqualTo(105 * SECOND + 300_000_000 + 100_000_000);
        assertThat(fast.millis()).isEqualTo(105_400);
        assertThat(fast.drift()).isEqualTo(0.001);
        assertThat(fast.shared()).isSameAs(shared);
    }

    @Test
    void shouldShowMillisecondsBeforeTheEpochWhenItIsBehind() {
        SkewedClock behind = shared.skewed(Duration.ofNanos(-1), 0);
        assertThat(behind.nanos()).isEqualTo(-1);
        assertThat(behind.millis()).isEqualTo(-1);
    }

    @Test
    void shouldRunTimeoutsOfAllClocksInTheOrderOfTheSharedOne() {
        TimerWheel exact = wheel(shared);
        TimerWheel slow = wheel(shared.skewed(Duration.ofSeconds(-3), -0.5));
        TimerWheel fast = wheel(shared.skewed(Duration.ofSeconds(7), 1));
        exact.schedule(10, () -> ran.add("exact " + shared.nanos()));
        slow.schedule(10, () -> ran.add("slow " + shared.nanos()));
        fast.schedule(10, () -> ran.add("fast " + shared.nanos()));
        shared.advance(Duration.ofNanos(100));
        assertThat(ran).containsExactly("fast 5", "exact 10", "slow 20");
    }

    @Test
    void shouldHaveReachedTheDeadlineWhenATimeoutRunsAndNotBefore() {
        Random random = new Random(1);
        for (int i = 0; i < 10_000; i++) {
            ManualClock time = new ManualClock();
            time.advance(Duration.ofNanos(random.nextLong(10 * SECOND)));
            SkewedClock clock =
                    time.skewed(Duration.ofNanos(random.nextLong(-SECOND, SECOND)), random.nextDouble(-0.5, 1));
            long begin = clock.nanos();
            long delay = random.nextLong(1, 100 * SECOND);
            TimerWheel wheel = wheel(clock);
            wheel.schedule(delay, () -> ran.add(clock.nanos()));
            assertThat(time.advanceToNext()).isTrue();
            assertThat(clock.nanos() - begin).isGreaterThanOrEqualTo(delay);
            assertThat(clock.nanos() - begin).isLessThanOrEqualTo(delay + 1); // one step of the fastest clock
            assertThat(ran).containsExactly(clock.nanos());
            ran.clear();
        }
    }

    @Test
    void shouldMoveDeadlinesWhenItsDriftChanges() {
        SkewedClock clock = shared.skewed(Duration.ZERO, 0);
        wheel(clock).schedule(10 * SECOND, () -> ran.add(shared.nanos()));
        shared.advance(Duration.ofSeconds(4));
        clock.drift(1);
        assertThat(clock.nanos()).as("does not jump").isEqualTo(4 * SECOND);
        shared.advance(Duration.ofSeconds(10));
        assertThat(ran).containsExactly(7 * SECOND);
    }

    @Test
    void shouldForgetTheTimeoutsOfAMachineThatCrashes() {
        SkewedClock clock = shared.skewed(Duration.ZERO, 0);
        TimerWheel other = wheel(shared.skewed(Duration.ZERO, 0));
        TimerWheel before = wheel(clock);
        before.schedule(10, () -> ran.add("forgotten"));
        other.schedule(10, () -> ran.add("other"));
        clock.forgetTimeouts();
        before.schedule(20, () -> ran.add("forgotten, too"));
        wheel(clock).schedule(30, () -> ran.add("after " + clock.nanos()));
        shared.advance(Duration.ofNanos(100));
        assertThat(ran).containsExactly("other", "after 30");
        assertThat(shared.pending()).isZero();
    }

    @Test
    void shouldNeverGoBackWhateverItsDrift() {
        Random random = new Random(2);
        SkewedClock clock = shared.skewed(Duration.ofSeconds(-1), 0);
        long before = clock.nanos();
        for (int i = 0; i < 10_000; i++) {
            clock.drift(random.nextDouble(-0.5, 1));
            assertThat(clock.nanos()).isEqualTo(before);
            shared.advance(Duration.ofNanos(random.nextInt(4)));
            assertThat(clock.nanos()).isGreaterThanOrEqualTo(before);
            before = clock.nanos();
        }
    }

    @Test
    void shouldKeepTimeoutsThatAreBeyondTheEndOfTime() {
        SkewedClock slow = shared.skewed(Duration.ofDays(-1), -0.5);
        shared.advance(Duration.ofDays(100 * 365));
        TimerWheel wheel = wheel(slow);
        wheel.schedule(Duration.ofDays(36_500).toNanos(), () -> ran.add("never"));
        assertThat(shared.advanceToNext()).isFalse();
        assertThat(shared.pending()).isOne();
        wheel.close();
        assertThat(shared.pending()).isZero();
    }

    @Test
    void shouldKnowTheEarliestTimeoutAfterEachChange() {
        SkewedClock clock = shared.skewed(Duration.ZERO, 0);
        assertThat(shared.untilNext()).isEqualTo(-1);
        TimerWheel wheel = wheel(clock);
        wheel.schedule(SECOND, () -> ran.add("first"));
        assertThat(shared.untilNext()).isEqualTo(SECOND);
        Timeout earlier = wheel.schedule(SECOND / 2, () -> ran.add("earlier"));
        assertThat(shared.untilNext()).isEqualTo(SECOND / 2);
        earlier.cancel();
        assertThat(shared.untilNext()).isEqualTo(SECOND);
        clock.drift(1);
        assertThat(shared.untilNext()).isEqualTo(SECOND / 2);
        shared.advance(Duration.ofNanos(SECOND / 4));
        assertThat(shared.untilNext()).isEqualTo(SECOND / 4);
        TimerWheel other = wheel(shared);
        other.schedule(1, () -> ran.add("other"));
        assertThat(shared.untilNext()).isEqualTo(1);
        other.close();
        assertThat(shared.untilNext()).isEqualTo(SECOND / 4);
        clock.forgetTimeouts();
        assertThat(shared.untilNext()).isEqualTo(-1);
    }

    @Test
    void shouldRefuseADriftThatIsNoDrift() {
        for (double drift : new double[] {-0.51, 1.01, Double.NaN}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> shared.skewed(Duration.ZERO, drift))
                    .withMessage("drift must be from -0.5 to 1: drift=" + drift);
        }
    }
}
