// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.chart;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ScaleTest {
    @Test
    void shouldBeginAtZeroWhereValuesAreAlike() {
        Scale scale = Scale.of(120, 1_900);
        assertThat(scale.logarithmic()).isFalse();
        assertThat(scale.ticks()).startsWith(0.0).hasSizeBetween(4, 10);
        assertThat(scale.to()).isBetween(1_900.0, 2_500.0);
        assertThat(scale.share(scale.to() / 2)).isEqualTo(0.5);
    }

    @Test
    void shouldBeLogarithmicWhereValuesDifferByMoreThanTwenty() {
        Scale scale = Scale.of(67, 1_961);
        assertThat(scale.logarithmic()).isTrue();
        assertThat(scale.ticks()).containsExactly(20.0, 50.0, 100.0, 200.0, 500.0, 1_000.0, 2_000.0, 5_000.0);
        assertThat(scale.share(67)).isBetween(0.05, 0.5);
        assertThat(scale.share(1_961)).isBetween(0.5, 1.0);
    }

    @Test
    void shouldShowAnything() {
        for (double value : new double[] {0, 0.1, 1, 9.99, 100, 1e9}) {
            Scale scale = Scale.of(value, value * 1_000);
            assertThat(scale.share(value)).isBetween(0.0, 1.0);
            assertThat(scale.share(value * 1_000)).isBetween(0.0, 1.0);
            assertThat(scale.ticks()).hasSizeBetween(2, 20);
        }
    }
}
