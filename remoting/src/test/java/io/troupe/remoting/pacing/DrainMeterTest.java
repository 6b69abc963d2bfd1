// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.pacing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class DrainMeterTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;

    private static final double BYTES = 100;

    private final DrainMeter meter = new DrainMeter(0, 0);
    private long now;
    private long processed;

    private void sample(long queued) {
        meter.sample(now, queued, processed, BYTES * processed);
    }

    private double messages() {
        return meter.rate() / BYTES;
    }

    /** A queue that is never empty, sampled once a millisecond. */
    private void busy(int millis, double perSecond) {
        long from = processed;
        for (int i = 1; i <= millis; i++) {
            now += MILLI;
            processed = from + Math.round(i * perSecond / 1_000);
            sample(100_000);
        }
    }

    @Test
    void shouldKnowNothingBeforeItHasSeenABusyQueue() {
        assertThat(meter.isKnown()).isFalse();
        assertThat(messages()).isZero();
    }

    @Test
    void shouldMeasureBusyQueue() {
        busy(30, 50_000);

        assertThat(meter.isKnown()).isTrue();
        assertThat(messages()).isCloseTo(50_000, within(500.0));
    }

    @Test
    void shouldNotCountTimeInWhichThereMayHaveBeenNothingToDo() {
        busy(30, 50_000);
        for (int i = 0; i < 100; i++) {
            now += 10 * MILLI;
            processed++;
            sample(1);
        }

        assertThat(messages()).isCloseTo(50_000, within(500.0));
    }

    @Test
    void shouldGuessFromTheFlowBeforeItKnows() {
        for (int i = 0; i < 100; i++) {
            now += MILLI;
            processed += 80;
            sample(3);
        }

        assertThat(meter.isKnown()).isFalse();
        assertThat(messages()).isCloseTo(80_000, within(8_000.0));
    }

    @Test
    void shouldLeaveOutALonePause() {
        busy(40, 50_000);
        busy(200, 0);
        busy(40, 50_000);

        assertThat(messages()).isCloseTo(50_000, within(1_000.0));
    }

    @Test
    void shouldLeaveOutAPauseThatStoppedTheSamplingToo() {
        busy(40, 50_000);
        now += 300 * MILLI;
        processed += 10;
        sample(100_000);
        busy(40, 50_000);

        assertThat(messages()).isCloseTo(50_000, within(1_000.0));
    }

    @Test
    void shouldBelieveInPausesThatComeAgainAndAgain() {
        busy(100, 50_000);
        for (int i = 0; i < 100; i++) {
            busy(10, 0);
            busy(10, 50_000);
        }

        assertThat(messages()).isBetween(15_000.0, 35_000.0);
    }

    @Test
    void shouldGiveUpHopeAfterASecondOfStandstill() {
        busy(40, 50_000);
        busy(900, 0);
        assertThat(messages()).isCloseTo(50_000, within(1_000.0));
        busy(1_200, 0);

        assertThat(messages()).isLessThan(5_000);
    }

    @Test
    void shouldFollowNewSpeedWithinThreeWindows() {
        busy(200, 200_000);
        busy(60, 50_000);
        assertThat(messages()).isCloseTo(50_000, within(5_000.0));
        busy(60, 200_000);
        assertThat(messages()).isCloseTo(200_000, within(20_000.0));
    }

    @Test
    void shouldMeasureSlowConsumersWhoseMessagesLastLongerThanAPause() {
        busy(5_000, 20);

        assertThat(messages()).isCloseTo(20, within(4.0));
    }

    /** A large message after many small ones takes as long as a pause would. */
    @Test
    void shouldNotTakeTheWorkOnALargeMessageForAPause() {
        double done = 0;
        for (int round = 0; round < 100; round++) {
            for (int i = 0; i < 10; i++) {
                now += MILLI;
                processed += 1_000;
                done += 200_000;
                meter.sample(now, 100_000, processed, done);
            }
            for (int i = 0; i < 10; i++) {
                now += MILLI;
                processed += i == 9 ? 1 : 0;
                done += i == 9 ? 2_000_000 : 0;
                meter.sample(now, 100_000, processed, done);
            }
        }

        assertThat(meter.rate()).isCloseTo(200_000_000, within(10_000_000.0));
    }

    @Test
    void shouldIgnoreSamplesOfTheSameTime() {
        busy(40, 50_000);
        double rate = messages();
        sample(5);

        assertThat(messages()).isEqualTo(rate);
        assertThat(now).isLessThan(SECOND);
    }
}
