// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.pacing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class ArrivalCurveTest {
    private final ArrivalCurve curve = new ArrivalCurve(1_000);

    @Test
    void shouldTellTheBytesUpToAPlace() {
        curve.add(1_010, 100);
        curve.add(1_020, 10_000);

        assertThat(curve.total()).isEqualTo(10_100);
        assertThat(curve.until(1_005)).isEqualTo(50);
        assertThat(curve.until(1_010)).isEqualTo(100);
        assertThat(curve.until(1_015)).isEqualTo(5_100);
        assertThat(curve.at(1_018)).isEqualTo(8_100);
        assertThat(curve.until(1_020)).isEqualTo(10_100);
        assertThat(curve.until(2_000)).isEqualTo(10_100);
    }

    /** A slow actor has done a few messages of the first part while many more parts come. */
    @Test
    void shouldNeverTakeBytesBack() {
        curve.add(1_008, 8 * 16_000);
        double done = curve.until(1_004);
        assertThat(done).isEqualTo(4 * 16_000);
        for (int i = 1; i <= 1_000; i++) {
            curve.add(1_008 + 64 * i, 64);
            assertThat(curve.until(1_004)).isEqualTo(done);
        }
    }

    /** Counts are read racily, so that a place may seem to be before the last one. */
    @Test
    void shouldBearPlacesThatGoBack() {
        curve.add(1_010, 100);
        curve.add(1_008, 50);

        assertThat(curve.total()).isEqualTo(150);
        assertThat(curve.until(1_010)).isEqualTo(150);
    }

    @Test
    void shouldBeExactWhereItHasPointsHoweverManyHaveGone() {
        double total = 0;
        for (int i = 1; i <= 10_000; i++) {
            total += i;
            curve.add(1_000 + i, i);
            if (i > 50) {
                double known = (i - 50) * (i - 49) / 2.0;
                assertThat(curve.until(1_000 + i - 50)).isEqualTo(known);
            }
        }
        assertThat(curve.total()).isEqualTo(total);
    }

    @Test
    void shouldBeNearlyRightForLongQueues() {
        Random random = new Random(1);
        double[] totals = new double[5_001];
        for (int i = 1; i <= 5_000; i++) {
            int bytes = random.nextInt(10_000);
            totals[i] = totals[i - 1] + bytes;
            curve.add(1_000 + i, bytes);
        }
        for (int i = 0; i <= 5_000; i += 10) {
            assertThat(curve.until(1_000 + i)).isCloseTo(totals[i], within(500_000.0));
        }
    }

    @Test
    void shouldForgetWhatWasThoughtWhenTheQueueIsEmpty() {
        curve.add(2_000, 1_000);
        curve.rest(1_500);

        assertThat(curve.until(1_500)).isEqualTo(1_000);
        curve.add(1_510, 10);
        assertThat(curve.until(1_505)).isEqualTo(1_005);
    }
}
