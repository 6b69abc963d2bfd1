// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class WelchTest {
    @Test
    void shouldHaveTheValuesOfStudentsTables() {
        assertThat(Welch.twoSided(2.228139, 10)).isEqualTo(0.05, within(1e-7));
        assertThat(Welch.twoSided(3.355387, 8)).isEqualTo(0.01, within(1e-7));
        assertThat(Welch.twoSided(1, 1)).isEqualTo(0.5, within(1e-12));
        assertThat(Welch.twoSided(0, 5)).isEqualTo(1, within(1e-12));
        assertThat(Welch.twoSided(Double.POSITIVE_INFINITY, 5)).isZero();
    }

    @Test
    void shouldCompareSharesWhereAllValuesArePositive() {
        double[] slow = {20, 40, 80, 160};
        double[] fast = {1, 2, 4, 8};
        Welch once = Welch.of(slow, fast);
        assertThat(Welch.of(new double[] {2, 4, 8, 16}, new double[] {0.1, 0.2, 0.4, 0.8})
                        .p())
                .as("of the ratio only")
                .isCloseTo(once.p(), Percentage.withPercentage(1e-6));
        // Both logarithms have the variance ln²2 · 5 / 3; t = ln 20 / √(2 · 5 / 12 · ln²2), with six degrees of
        // freedom.
        assertThat(once.t()).isEqualTo(Math.log(20) / Math.log(2) / Math.sqrt(10.0 / 12), within(1e-9));
        assertThat(once.freedom()).isEqualTo(6, within(1e-9));
    }

    @Test
    void shouldCompareDifferencesWhereZeroIsPossible() {
        Welch test = Welch.of(new double[] {-1, 0, 2, 5, 3.5}, new double[] {4, 9, 7.5, 6});
        assertThat(test.t()).isEqualTo(-3.08184035, within(1e-6));
        assertThat(test.p()).isEqualTo(0.01806176, within(1e-6));
    }

    @Test
    void shouldKnowFiguresWithoutSpread() {
        double[] three = {0.3, 0.3, 0.3};
        assertThat(Welch.of(three, three.clone()).p()).isEqualTo(1);
        assertThat(Welch.of(three, new double[] {0.4, 0.4}).p()).isZero();
        assertThat(Welch.of(new double[] {0, 0}, new double[] {0, 0}).p()).isEqualTo(1);
    }

    @Test
    void shouldRefuseSingleValues() {
        assertThatThrownBy(() -> Welch.of(new double[] {1}, new double[] {1, 2}))
                .hasMessage("samples must have two values each: first=1, second=2");
    }
}
