// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class SampleIntervalTest {
    private final SampleInterval stride = new SampleInterval(1);
    private long samples;
    private long weights;

    private void pass(int events) {
        for (int i = 0; i < events; i++) {
            if (stride.isDue()) {
                samples++;
                weights += stride.take();
            }
        }
    }

    @Test
    void shouldTakeEverythingWhileThereIsLittle() {
        pass(100);
        assertThat(samples).isEqualTo(100);
    }

    @Test
    void shouldTakeFewOfManyAndLetThemStandForAll() {
        pass(1_000_000);
        assertThat(samples).isLessThan(10_000);
        assertThat(weights).isCloseTo(1_000_000, Percentage.withPercentage(5));
    }

    @Test
    void shouldComeBackToEverythingWhenLittleIsLeft() {
        pass(1_000_000);
        for (int look = 0; look < 100; look++) {
            stride.looked();
            pass(1_000);
        }
        samples = 0;
        for (int look = 0; look < 10; look++) {
            stride.looked();
            pass(1_000);
        }
        assertThat(samples).isGreaterThan(10 * 24); // fewer than 48 of a look halve the distance
    }

    @Test
    void shouldTakeEverythingAfterARest() {
        pass(1_000_000);
        samples = 0;
        stride.restart();
        pass(50);
        assertThat(samples).isEqualTo(50);
    }

    /** Cells that take turns in a fixed order must all be seen. */
    @Test
    void shouldNotBeatWithARoundOfCells() {
        int[] seen = new int[16];
        for (int i = 0; i < 1_000_000; i++) {
            if (stride.isDue()) {
                seen[i % 16] += stride.take();
            }
        }
        for (int weight : seen) {
            assertThat(weight).isCloseTo(1_000_000 / 16, Percentage.withPercentage(30));
        }
    }
}
