// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.pacing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class QueueWatchTest {
    private static final long MILLI = 1_000_000;
    private static final int CAPACITY = 16_384;
    private static final double DRAIN = 100_000;

    private final QueueWatch watch = new QueueWatch(0, 0, CAPACITY, Long.MAX_VALUE);
    private final QueueWatch.Share share = watch.open(0);
    private long now;
    private long processed;

    /** Makes the drain rate known. */
    private void learn() {
        for (int i = 0; i < 60; i++) {
            now += MILLI;
            processed += (long) (DRAIN / 1_000);
            watch.sample(now, 500, processed);
        }
    }

    private Pressure due(QueueWatch.Share from, long queued, long rtt) {
        from.arrived(1, 100, now);
        watch.sample(now, queued, processed);
        return from.due(now, rtt);
    }

    @Test
    void shouldSayNothingBelowHalfOfTheTarget() {
        learn();
        // 2000 messages are worked off in 20 ms
        assertThat(due(share, 999, 0)).isNull();
        assertThat(due(share, 1_000, 0)).isNotNull();
    }

    @Test
    void shouldTellLevelQueueCapacityAndDrainRate() {
        learn();
        Pressure pressure = due(share, 1_800, 0);

        assertThat(pressure.level()).isEqualTo(3);
        assertThat(pressure.queued()).isEqualTo(1_800);
        assertThat(pressure.capacity()).isCloseTo(2_000, within(20L));
        assertThat(pressure.drainRate()).isCloseTo(DRAIN, within(1_000.0));
    }

    @Test
    void shouldUseTheWholeCapacityWhileTheDrainRateIsUnknown() {
        assertThat(watch.target(0)).isEqualTo(CAPACITY);
        now = MILLI;
        assertThat(due(share, CAPACITY / 2 - 1, 0)).isNull();
        assertThat(due(share, CAPACITY / 2, 0).level()).isEqualTo(1);
    }

    @Test
    void shouldAllowMoreDelayOnLongerWaysAndEverythingOnVeryLongOnes() {
        learn();
        due(share, 0, 10 * MILLI);
        assertThat(watch.target(now)).isCloseTo(4_000, within(50L));

        QueueWatch.Share far = watch.open(now);
        far.arrived(1_000_000, 100, now);
        far.due(now, 100 * MILLI);
        assertThat(watch.target(now)).isEqualTo(CAPACITY);
    }

    @Test
    void shouldNotGoBelowTheLeastTarget() {
        for (int i = 0; i < 60; i++) {
            now += MILLI;
            watch.sample(now, 500, ++processed);
        }

        assertThat(watch.drainRate()).isCloseTo(1_000, within(50.0));
        assertThat(watch.target(now)).isEqualTo(1_024);
    }

    @Test
    void shouldCountBytesWhenTheyRunOutFirst() {
        watch.capacity(CAPACITY, 1_000_000);
        share.arrived(10, 100_000, now);
        share.due(now, 0);

        assertThat(watch.target(now)).isEqualTo(100);
    }

    @Test
    void shouldRepeatItselfOnlyAfterARoundTripUnlessItGetsWorse() {
        learn();
        assertThat(due(share, 1_100, 15 * MILLI)).isNull();
        assertThat(due(share, 2_600, 15 * MILLI).level()).isEqualTo(1);
        now += 14 * MILLI;
        processed += 1_400;
        assertThat(due(share, 2_700, 15 * MILLI)).isNull();
        assertThat(due(share, 4_900, 15 * MILLI).level()).isGreaterThan(1);
        assertThat(due(share, 2_600, 15 * MILLI)).isNull();
        now += 15 * MILLI;
        processed += 1_500;
        assertThat(due(share, 2_600, 15 * MILLI).level()).isEqualTo(1);
    }

    @Test
    void shouldLeaveLinksAloneThatSendNothing() {
        QueueWatch.Share silent = watch.open(0);
        learn();
        watch.sample(now, CAPACITY, processed);

        assertThat(silent.due(now, 0)).isNull();
    }

    @Test
    void shouldSplitHalfByArrivalsAndHalfEvenly() {
        learn();
        QueueWatch.Share small = watch.open(now);
        small.arrived(100, 10_000, now);
        small.due(now, 0);
        share.arrived(300, 30_000, now);
        watch.sample(now, 2_000, processed);
        Pressure large = share.due(now, 0);
        small.arrived(1, 100, now);
        Pressure little = small.due(now, 0);

        assertThat(large.drainRate() / DRAIN).isCloseTo(0.625, within(0.01));
        assertThat(little.drainRate() / DRAIN).isCloseTo(0.375, within(0.01));
        assertThat(large.queued() + little.queued()).isCloseTo(2_000, within(20L));
        assertThat(large.capacity() + little.capacity()).isCloseTo(2_000, within(40L));
    }

    @Test
    void shouldForgetLinksThatAreSilentOrClosed() {
        learn();
        QueueWatch.Share other = watch.open(now);
        other.arrived(300, 30_000, now);
        other.due(now, 0);
        now += 700 * MILLI;
        Pressure afterSilence = due(share, 2_000, 0);
        assertThat(afterSilence.drainRate()).isCloseTo(watch.drainRate(), within(1.0));

        other.arrived(300, 30_000, now);
        other.due(now, 0);
        other.close();
        now += 20 * MILLI;
        assertThat(due(share, 2_000, 0).drainRate()).isCloseTo(watch.drainRate(), within(1.0));
    }

    @Test
    void shouldAskForASampleAfterSomeArrivalsOrSomeTime() {
        assertThat(share.arrived(63, 6_300, 0)).isFalse();
        assertThat(share.arrived(1, 100, 0)).isTrue();
        share.due(0, 0);
        assertThat(share.arrived(1, 100, MILLI)).isFalse();
        assertThat(share.arrived(1, 100, 5 * MILLI)).isTrue();
    }

    @Test
    void shouldBearLinksOnSeveralThreads() throws InterruptedException {
        int links = 4;
        AtomicLong clock = new AtomicLong();
        CountDownLatch done = new CountDownLatch(links);
        for (int i = 0; i < links; i++) {
            QueueWatch.Share mine = watch.open(0);
            new Thread(() -> {
                        for (int k = 1; k <= 20_000; k++) {
                            long time = clock.addAndGet(100);
                            if (mine.arrived(1, 100, time)) {
                                watch.sample(time, CAPACITY, k);
                                mine.due(time, 0);
                            }
                        }
                        mine.close();
                        done.countDown();
                    })
                    .start();
        }

        assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
        now = clock.get() + 20 * MILLI;
        share.arrived(10_000, 1_000_000, now);
        assertThat(due(share, CAPACITY, 0).drainRate()).isCloseTo(watch.drainRate(), withinPercentage(3));
    }

    @Test
    void shouldWakeUpFromALongSilence() {
        learn();
        due(share, 10, 0);
        now += 3_600_000 * MILLI;
        assertThat(watch.target(now)).isCloseTo(2_000, within(20L));
        QueueWatch.Share other = watch.open(now);
        assertThat(due(other, 1_800, 0).drainRate()).isCloseTo(watch.drainRate(), within(1.0));
        share.close();
        other.close();
        assertThat(due(watch.open(now), CAPACITY, 0).level()).isEqualTo(4);
    }

    @Test
    void shouldRejectCapacityOfNothing() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> watch.capacity(0, 5))
                .withMessage("a capacity must be 1 or more: messages=0, bytes=5");
    }
}
