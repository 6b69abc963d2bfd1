// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.pacing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.troupe.remoting.pacing.FanOutLimit.Verdict;
import org.junit.jupiter.api.Test;

class FanOutLimitTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;

    private final FanOutLimit fanOut = new FanOutLimit(0, 0, 10 * SECOND);

    private Verdict complain(String receiver, double drainRate, long now) {
        return fanOut.onPressure(receiver, new QueuePressure(1, 640_000, 1_280_000, 160 * drainRate), now, 0);
    }

    @Test
    void shouldNotSlowDownForSilence() {
        assertThat(fanOut.permits(100 * SECOND, 1_000_000)).isEqualTo(1_000_000);
    }

    @Test
    void shouldObeyTheSlowestWithinAWindow() {
        assertThat(complain("fast", 200_000, 0)).isEqualTo(Verdict.OBEYED);
        assertThat(complain("slow", 100_000, 10 * MILLI)).isEqualTo(Verdict.OBEYED);
        double rate = fanOut.rate();
        assertThat(complain("fast", 200_000, 20 * MILLI)).isEqualTo(Verdict.WEAKER);
        assertThat(fanOut.rate()).isEqualTo(rate);
        assertThat(complain("fast", 200_000, 61 * MILLI)).isEqualTo(Verdict.OBEYED);
        assertThat(fanOut.rate()).isGreaterThan(rate);
    }

    @Test
    void shouldNotGoBelowTheLeastRate() {
        FanOutLimit floored = new FanOutLimit(0, 800_000, SECOND);
        floored.onPressure("stuck", new QueuePressure(4, 1_280_000, 1_280_000, 0), 0, 0);

        assertThat(floored.rate()).isEqualTo(800_000);
    }

    @Test
    void shouldGiveUpOnReceiverThatSlowsTheOthersForTooLong() {
        long now = 0;
        for (; now <= 10 * SECOND; now += 100 * MILLI) {
            assertThat(complain("slow", 20_000, now)).isEqualTo(Verdict.OBEYED);
        }
        double rate = fanOut.rate();
        assertThat(complain("slow", 1_000, now)).isEqualTo(Verdict.GIVEN_UP);
        assertThat(fanOut.rate()).as("not obeyed any more").isGreaterThanOrEqualTo(rate);
        assertThat(complain("other", 50_000, now + 100 * MILLI)).isEqualTo(Verdict.OBEYED);
    }

    @Test
    void shouldBeginAnewAfterASecondOfPeace() {
        for (long now = 0; now < 30 * SECOND; now += 2 * SECOND) {
            assertThat(complain("now and then", 20_000, now)).isEqualTo(Verdict.OBEYED);
        }
    }

    @Test
    void shouldBlameNobodyWhereAllAreEquallySlow() {
        for (long now = 0; now < 30 * SECOND; now += 60 * MILLI) {
            assertThat(complain("r" + now / (60 * MILLI) % 8, 100_000, now)).isEqualTo(Verdict.OBEYED);
        }
    }

    @Test
    void shouldPaceAndBeDroppedLikeAnyLimit() {
        complain("slow", 100_000, 0);
        int first = fanOut.permits(0, 160_000);
        fanOut.sent(first, 0);
        assertThat(first).isBetween(0, 160);
        assertThat(fanOut.nextPermitAt(0)).isPositive();
        assertThat(fanOut.isSpent(MILLI)).isFalse();
        assertThat(fanOut.isSpent(2 * SECOND)).isTrue();
    }

    @Test
    void shouldRejectNegativeLimits() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FanOutLimit(0, -1, 0))
                .withMessage("limits must be 0 or more: minRate=-1.0, maxSlowNanos=0");
    }
}
