// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.pacing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class SendLimitTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;
    /** Bytes of a message: what follows is easier to read in messages. */
    private static final int EACH = 160;

    private static final double DRAIN = 100_000 * EACH;
    private static final double FLOOR = 16 << 10;

    private final SendLimit limit = new SendLimit(0, 0);

    private static QueuePressure pressure(int level, long queued) {
        return new QueuePressure(level, queued * EACH, 8_000 * EACH, DRAIN);
    }

    /** Sends what is allowed, every tenth of a millisecond. */
    private static long sendAll(SendLimit limit, long from, long to) {
        long sent = 0;
        for (long now = from; now < to; now += MILLI / 10) {
            int n = limit.permits(now, 1_000 * EACH);
            limit.sent(n, now);
            sent += n;
        }
        return sent / EACH;
    }

    @Test
    void shouldLimitNothingBeforeTheFirstComplaint() {
        assertThat(limit.permits(0, 123)).isEqualTo(123);
        assertThat(limit.nextPermitAt(5)).isEqualTo(5);
    }

    @Test
    void shouldWorkOffTheExcessWithinItsHorizon() {
        assertThat(limit.onPressure(pressure(1, 4_000), 0, 0)).isTrue();

        // 2000 too many, in 50 ms: 40 k/s less than what is worked off
        assertThat(limit.rate()).isCloseTo(60_000 * EACH, within(1.0));
        assertThat(sendAll(limit, 0, 50 * MILLI)).isCloseTo(3_000, within(150L));
    }

    @Test
    void shouldCountWhatIsUnderWay() {
        SendLimit far = new SendLimit(0, 200_000 * EACH);
        far.onPressure(pressure(1, 4_000), 0, 10 * MILLI);

        // 2000 sent in the last round trip, of which 1000 are worked off by the time that they arrive
        assertThat(far.rate()).isCloseTo(DRAIN - EACH * 3_000 / 0.050, within(1.0));
    }

    @Test
    void shouldCruiseBelowDrainRateAndThenGrowFasterAndFaster() {
        limit.onPressure(new QueuePressure(1, 1_000 * EACH, 1_500 * EACH, DRAIN), 0, 0);
        limit.permits(50 * MILLI, 1_000);
        assertThat(limit.rate()).isCloseTo(0.98 * DRAIN, within(1.0));

        sendAll(limit, 50 * MILLI, 61 * MILLI);
        double first = limit.rate();
        sendAll(limit, 61 * MILLI, 71 * MILLI);
        double second = limit.rate();
        sendAll(limit, 71 * MILLI, 151 * MILLI);

        assertThat(first).isCloseTo(0.98 * 1.02 * DRAIN, within(1.0));
        assertThat(second / first).isCloseTo(1.03, within(0.001));
        assertThat(limit.rate()).isGreaterThan(2 * DRAIN);
    }

    @Test
    void shouldGrowByWhatTheQueueCanTakeIfThatIsMore() {
        limit.onPressure(new QueuePressure(1, 4_000 * EACH, 8_000 * EACH, 1_000 * EACH), 0, 0);
        sendAll(limit, 0, 61 * MILLI);

        // an eighth of the queue per 10 ms is 100 k/s; 2 of 25 % of it at first
        assertThat(limit.rate()).isCloseTo(EACH * (980 + 8_000), within(1.0));
    }

    @Test
    void shouldNeverFallBelowAProbe() {
        limit.onPressure(new QueuePressure(4, 1_000_000 * EACH, 8_000 * EACH, DRAIN), 0, 0);
        assertThat(limit.rate()).isCloseTo(0.02 * DRAIN + FLOOR, within(1.0));

        SendLimit stuck = new SendLimit(0, 0);
        stuck.onPressure(new QueuePressure(4, 8_000 * EACH, 8_000 * EACH, 0), 0, 0);
        assertThat(stuck.rate()).isEqualTo(FLOOR);
    }

    @Test
    void shouldNotExceedDrainRateOnAComplaintAboutLittle() {
        limit.onPressure(pressure(1, 0), 0, 0);

        assertThat(limit.rate()).isLessThanOrEqualTo(DRAIN);
    }

    @Test
    void shouldObeyOnlyStrongerComplaintsWithinAWindow() {
        limit.onPressure(pressure(2, 6_000), 0, 10 * MILLI);
        double rate = limit.rate();

        assertThat(limit.onPressure(pressure(1, 2_000), 9 * MILLI, 10 * MILLI)).isFalse();
        assertThat(limit.onPressure(pressure(2, 2_000), 9 * MILLI, 10 * MILLI)).isFalse();
        assertThat(limit.rate()).isEqualTo(rate);
        assertThat(limit.onPressure(pressure(3, 7_000), 9 * MILLI, 10 * MILLI)).isTrue();
        assertThat(limit.onPressure(pressure(1, 2_000), 20 * MILLI, 10 * MILLI)).isTrue();
        assertThat(limit.rate()).isGreaterThan(rate);
    }

    /** A message leaves as a whole, and the next one when it has been made up for: however large it was, the rate holds. */
    @Test
    void shouldMakeUpForALargeMessage() {
        limit.onPressure(new QueuePressure(1, 6_000, 10_000, 1_000_000), 0, 0);
        limit.permits(50 * MILLI, 1_000);
        long now = 50 * MILLI;
        limit.onPressure(new QueuePressure(1, 2_500, 10_000, 1_000_000), now, 0);
        assertThat(limit.permits(now, 64 << 10)).isPositive();
        limit.sent(100_000, now);

        assertThat(limit.permits(now + 5 * MILLI, 64 << 10)).isZero();
        long next = now;
        for (int i = 0; i < 20 && limit.permits(next, 64 << 10) == 0; i++) {
            next = limit.nextPermitAt(next);
        }
        assertThat(next - now).isBetween(60 * MILLI, 110 * MILLI);
    }

    /** Whoever waits for a rate that has been as good as nothing hears of it when the rate has grown. */
    @Test
    void shouldAskToBeCalledWhenTheRateChanges() {
        limit.onPressure(new QueuePressure(4, 8_000 * EACH, 8_000 * EACH, 0), 0, 0);
        limit.sent(16 << 20, 0);
        long now = 0;
        int calls = 0;
        while (limit.permits(now, 64 << 10) == 0) {
            now = limit.nextPermitAt(now);
            calls++;
        }

        assertThat(now).as("not a quarter of an hour").isLessThan(SECOND);
        assertThat(calls).isLessThan(100);
    }

    @Test
    void shouldAskToBeCalledForHalfAMillisecondsWorth() {
        limit.onPressure(pressure(1, 4_000), 0, 0);
        limit.sent(limit.permits(0, 1_000 * EACH), 0);
        long next = limit.nextPermitAt(0);

        assertThat(next).isBetween(MILLI / 4, MILLI);
        assertThat(limit.permits(next, 1_000 * EACH)).isCloseTo(30 * EACH, within(2 * EACH));
    }

    @Test
    void shouldNotSaveUpWhileNobodySends() {
        limit.onPressure(pressure(1, 4_000), 0, 0);

        assertThat(limit.permits(40 * MILLI, 1_000 * EACH)).isEqualTo(60 * EACH);
    }

    @Test
    void shouldMakeUpForTimerThatIsLate() {
        limit.onPressure(pressure(1, 4_000), 0, 0);
        limit.sent(limit.permits(0, 1_000 * EACH), 0);

        assertThat(limit.permits(4 * MILLI, 1_000 * EACH)).isCloseTo(240 * EACH, within(EACH));
    }

    @Test
    void shouldMakeUpForMoreSentThanAllowed() {
        limit.onPressure(pressure(1, 4_000), 0, 0);
        limit.sent(120 * EACH, 0);

        assertThat(limit.permits(MILLI, 10)).isZero();
        assertThat(limit.permits(3 * MILLI, 10)).isEqualTo(10);
    }

    @Test
    void shouldGrowToTwiceTheDrainRateOnlyWhileNobodyRunsIntoIt() {
        limit.onPressure(pressure(1, 4_000), 0, 0);
        limit.permits(10 * SECOND, 0);

        assertThat(limit.rate()).isEqualTo(2 * DRAIN);
    }

    @Test
    void shouldBeSpentAfterASecondWithoutComplaintOrWait() {
        assertThat(limit.isSpent(0)).isFalse();
        limit.onPressure(pressure(1, 4_000), 0, 0);
        assertThat(limit.isSpent(999 * MILLI)).isFalse();
        assertThat(limit.isSpent(SECOND)).isTrue();

        SendLimit needed = new SendLimit(0, 0);
        needed.onPressure(pressure(1, 4_000), 0, 0);
        for (long now = 0; now < 3 * SECOND; now += 200 * MILLI) {
            needed.onPressure(pressure(1, 4_000), now, 0);
            sendAll(needed, now, now + 200 * MILLI);
            assertThat(needed.isSpent(now)).isFalse();
        }
    }

    @Test
    void shouldStayOnSlowLinksWhileTheyAreUsed() {
        long rtt = 20 * MILLI;
        SendLimit far = new SendLimit(0, 0);
        far.onPressure(pressure(1, 4_000), 0, rtt);
        for (long now = 0; now < 3 * SECOND; now += MILLI) {
            far.permits(now, 1);
            far.sent(1, now);
            assertThat(far.isSpent(now)).isFalse();
        }

        assertThat(far.rate()).as("nobody ran into it").isCloseTo(2 * DRAIN, within(1.0));
        assertThat(far.isSpent(4 * SECOND)).isTrue();
    }

    @Test
    void shouldSurviveClockThatGoesBack() {
        limit.onPressure(pressure(1, 4_000), SECOND, 0);
        limit.sent(1, SECOND);

        assertThat(limit.permits(SECOND - MILLI, 10)).isBetween(0, 10);
    }

    @Test
    void shouldRejectRateThatIsNone() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SendLimit(0, Double.NaN))
                .withMessage("sentRate must be 0 or more: sentRate=NaN");
    }
}
