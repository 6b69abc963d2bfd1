// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.pacing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class QueueWatchTest {
    private static final long MILLI = 1_000_000;
    private static final long CAPACITY = 4 << 20;
    private static final int EACH = 200;
    private static final double DRAIN = 20_000_000;
    /** Worked off in 20 ms. */
    private static final long TARGET = 400_000;

    private final QueueWatch watch = new QueueWatch(0, 0, 1 << 20, CAPACITY);
    private final QueueWatch.Share share = watch.open(0);
    private long now;
    private long processed;
    private long waiting;

    /** Makes the drain rate known, with 500 messages that wait all the time. */
    private void learn() {
        arrive(500);
        for (int i = 0; i < 100; i++) {
            now += MILLI;
            processed += 100;
            waiting -= 100;
            arrive(100);
        }
    }

    private void arrive(int messages) {
        share.arrived(messages, (long) messages * EACH, now);
        waiting += messages;
        share.due(now, 0, waiting, processed);
    }

    /** So many wait besides the one that is being worked on. */
    private QueuePressure due(QueueWatch.Share from, long queued, long rtt) {
        long more = Math.max(1, queued + 1 - waiting);
        processed += Math.max(0, waiting + more - queued - 1);
        waiting = queued + 1;
        from.arrived((int) more, more * EACH, now);
        return from.due(now, rtt, waiting, processed);
    }

    /** A callback that several topics feed has items of others in its queue, so what a topic's own have left of it seems to fall. */
    @Test
    void shouldNotMeasureThatAQueueTakesBackWhatItHasHandedOut() {
        for (int seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            QueueWatch shared = new QueueWatch(0, 0, 1 << 16, Long.MAX_VALUE);
            QueueWatch.Share own = shared.open(0);
            long inside = 0;
            long time = 0;
            for (int handed = 1; handed <= 1500; handed++) {
                time += random.nextInt(4) == 0 ? random.nextInt(3_000_000) : random.nextInt(20_000);
                inside += random.nextInt(50) == 0 ? 1 + random.nextInt(1000) : 1;
                inside -= random.nextInt(3) == 0 ? Math.min(inside, random.nextInt(90)) : 0;
                if (own.arrived(1, EACH, time)) {
                    own.due(time, 0, inside, handed - inside);
                    assertThat(shared.drainRate())
                            .as("seed %s, handed %s", seed, handed)
                            .isNotNegative();
                }
            }
        }
    }

    @Test
    void shouldSayNothingBelowHalfOfTheTarget() {
        learn();
        assertThat(due(share, 950, 0)).isNull();
        assertThat(due(share, 1_050, 0)).isNotNull();
    }

    @Test
    void shouldTellLevelQueueCapacityAndDrainRateInBytes() {
        learn();
        QueuePressure pressure = due(share, 1_800, 0);

        assertThat(pressure.level()).isEqualTo(3);
        assertThat(pressure.queued()).isCloseTo(1_800 * EACH, within(20L * EACH));
        assertThat(pressure.capacity()).isCloseTo(TARGET, within(TARGET / 50));
        assertThat(pressure.drainRate()).isCloseTo(DRAIN, within(DRAIN / 50));
        assertThat(watch.meanBytes(now)).isCloseTo(EACH, within(0.001));
    }

    /** The same number of messages is more when they are large, also if small ones have been handed out. */
    @Test
    void shouldCountTheBytesOfWhatWaitsAndNotOfWhatHasGone() {
        share.arrived(1_000, 100_000, now);
        share.due(now, 0, 1_000, 0);
        now += MILLI;
        share.arrived(100, 3_000_000, now);
        assertThat(share.due(now, 0, 1_100, 0).queued()).isCloseTo(3_100_000, within(1_000L));
        now += 100 * MILLI;
        share.arrived(1, 30_000, now);
        assertThat(share.due(now, 0, 101, 1_000).queued()).isCloseTo(3_000_000, within(1_000L));
    }

    @Test
    void shouldMeasureBytesPerSecondWhateverTheMessagesAre() {
        for (int i = 0; i < 200; i++) {
            int size = i % 2 == 0 ? 100 : 10_000;
            int messages = 100_000 / size;
            share.arrived(messages, 100_000, now);
            share.due(now, 0, 200 + messages, processed);
            now += 5 * MILLI;
            processed += messages;
            share.due(now, 0, 200, processed);
        }

        assertThat(watch.drainRate()).isCloseTo(20_000_000, within(1_000_000.0));
    }

    @Test
    void shouldUseTheWholeCapacityWhileTheDrainRateIsUnknown() {
        assertThat(watch.target(0)).isEqualTo(CAPACITY);
        now = MILLI;
        assertThat(due(share, CAPACITY / 2 / EACH - 2, 0)).isNull();
        assertThat(due(share, CAPACITY / 2 / EACH + 2, 0).level()).isEqualTo(1);
    }

    @Test
    void shouldAllowMoreDelayOnLongerWaysAndEverythingOnVeryLongOnes() {
        learn();
        QueueWatch.Share far = watch.open(now);
        far.arrived(10_000_000, 10_000_000L * EACH, now);
        far.due(now, 10 * MILLI, 500, processed);
        assertThat(watch.target(now)).isCloseTo(2 * TARGET, within(TARGET / 10));

        far.arrived(1_000_000_000, 1_000_000_000L * EACH, now);
        far.due(now, 100 * MILLI, 500, processed);
        assertThat(watch.target(now)).isEqualTo(CAPACITY);
    }

    @Test
    void shouldNotGoBelowTheLeastTarget() {
        arrive(500);
        for (int i = 0; i < 500; i++) {
            now += MILLI;
            processed++;
            share.arrived(1, EACH, now);
            share.due(now, 0, 500, processed);
        }

        assertThat(watch.drainRate()).isCloseTo(1_000 * EACH, within(50.0 * EACH));
        assertThat(watch.target(now)).isEqualTo(64 << 10);
    }

    @Test
    void shouldHaveRoomForSixOfTheMessagesThatComeAndNoMoreThanSoMany() {
        share.arrived(1, CAPACITY / 2, now);
        share.due(now, 0, 1, 0);
        assertThat(watch.target(now)).isEqualTo(3 * CAPACITY);

        watch.capacity(2, CAPACITY);
        assertThat(watch.target(now)).isEqualTo(CAPACITY);
    }

    @Test
    void shouldRepeatItselfOnlyAfterARoundTripUnlessItGetsWorse() {
        learn();
        long rtt = 15 * MILLI;
        assertThat(due(share, 1_000_000 / EACH, rtt).level()).isEqualTo(4);
        now += 14 * MILLI;
        assertThat(due(share, 1_000_000 / EACH, rtt)).isNull();
        now += MILLI;
        assertThat(due(share, 1_000_000 / EACH, rtt).level()).isEqualTo(4);
    }

    @Test
    void shouldLeaveLinksAloneThatSendNothing() {
        QueueWatch.Share silent = watch.open(0);
        learn();
        due(share, 100_000, 0);

        assertThat(silent.due(now, 0, 100_000, processed)).isNull();
    }

    @Test
    void shouldSplitHalfByBytesThatArriveAndHalfEvenly() {
        now = MILLI;
        QueueWatch.Share small = watch.open(now);
        share.arrived(100, 2_000_000, now);
        share.due(now, 0, 100, 0);
        small.arrived(10_000, 1_000_000, now);
        QueuePressure little = small.due(now, 0, 10_100, 0);
        share.arrived(50, 1_000_000, now);
        QueuePressure large = share.due(now, 0, 10_150, 0);

        // a third of the bytes so far, and then three quarters
        assertThat((double) little.capacity() / watch.target(now)).isCloseTo(1 / 6.0 + 0.25, within(0.01));
        assertThat((double) large.capacity() / watch.target(now)).isCloseTo(3 / 8.0 + 0.25, within(0.01));
    }

    @Test
    void shouldForgetLinksThatAreSilentOrClosed() {
        learn();
        QueueWatch.Share other = watch.open(now);
        other.arrived(300, 60_000, now);
        other.due(now, 0, waiting, processed);
        now += 700 * MILLI;
        QueuePressure afterSilence = due(share, 2_000, 0);
        assertThat(afterSilence.drainRate()).isCloseTo(watch.drainRate(), within(1.0));

        other.arrived(300, 60_000, now);
        other.due(now, 0, waiting, processed);
        other.close();
        now += 20 * MILLI;
        assertThat(due(share, 2_000, 0).drainRate()).isCloseTo(watch.drainRate(), within(1.0));
    }

    @Test
    void shouldAskForASampleAfterSomeArrivalsOrSomeTime() {
        assertThat(share.arrived(63, 6_300, 0)).isFalse();
        assertThat(share.arrived(1, 100, 0)).isTrue();
        share.due(0, 0, 64, 0);
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
                            if (mine.arrived(1, EACH, time)) {
                                mine.due(time, 0, 1_000, k);
                            }
                        }
                        mine.close();
                        done.countDown();
                    })
                    .start();
        }

        assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
        now = clock.get() + 20 * MILLI;
        share.arrived(10_000, 10_000L * EACH, now);
        assertThat(share.due(now, 0, 1 << 20, 20_000).drainRate()).isCloseTo(watch.drainRate(), withinPercentage(3));
    }

    @Test
    void shouldWakeUpFromALongSilence() {
        learn();
        due(share, 10, 0);
        now += 3_600_000 * MILLI;
        assertThat(watch.target(now)).isCloseTo(TARGET, within(TARGET / 50));
        QueueWatch.Share other = watch.open(now);
        assertThat(due(other, 1_800, 0).drainRate()).isCloseTo(watch.drainRate(), within(1.0));
        share.close();
        other.close();
        assertThat(due(watch.open(now), 100_000, 0).level()).isEqualTo(4);
    }

    @Test
    void shouldRejectCapacityOfNothing() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> watch.capacity(0, 5))
                .withMessage("a capacity must be 1 or more: messages=0, bytes=5");
    }
}
