// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.pacing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class RoundTripEstimatorTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;

    private final RoundTripEstimator trip = new RoundTripEstimator(0, 3 * MILLI);

    @Test
    void shouldAssumeUntilItKnows() {
        assertThat(trip.nanos()).isEqualTo(3 * MILLI);
        assertThat(trip.smoothed()).isEqualTo(3 * MILLI);
        trip.sample(2 * MILLI, MILLI);
        assertThat(trip.nanos()).isEqualTo(2 * MILLI);
        assertThat(trip.smoothed()).isEqualTo(2 * MILLI);
    }

    @Test
    void shouldTellTheWayWithoutTheWaiting() {
        trip.sample(MILLI, 0);
        for (long i = 1; i < 100; i++) {
            trip.sample(40 * MILLI, 10 * i * MILLI);
        }

        assertThat(trip.nanos()).isEqualTo(MILLI);
        assertThat(trip.smoothed()).isCloseTo(40 * MILLI, within(10_000L));
        assertThat(trip.deviation()).isLessThan(MILLI);
    }

    @Test
    void shouldNoticeThatTheWayHasBecomeLonger() {
        trip.sample(MILLI, 0);
        for (int i = 1; i <= 11; i++) {
            trip.sample(40 * MILLI, i * SECOND);
        }

        assertThat(trip.nanos()).isEqualTo(40 * MILLI);
    }

    @Test
    void shouldForgetOldSamplesAfterALongSilence() {
        trip.sample(MILLI, 0);
        trip.sample(40 * MILLI, 60 * SECOND);

        assertThat(trip.nanos()).isEqualTo(40 * MILLI);
    }

    @Test
    void shouldTakeNegativeTimesForZero() {
        trip.sample(-5, 0);
        assertThat(trip.nanos()).isZero();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RoundTripEstimator(0, -1))
                .withMessage("assumedNanos must be 0 or more: assumedNanos=-1");
    }
}
