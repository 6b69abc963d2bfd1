// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class WelchTest {
    @Test
    void shouldCompareSharesWhereAllValuesArePositive() {
        double[] slow = {20, 40, 80, 160};
        double[] fast = {1, 2, 4, 8};
        double once = Welch.p(slow, fast);
        assertThat(Welch.p(new double[] {2, 4, 8, 16}, new double[] {0.1, 0.2, 0.4, 0.8}))
                .as("of the ratio only")
                .isCloseTo(once, Percentage.withPercentage(1e-6));
        // Both logarithms have the variance ln²2 · 5 / 3: t = ln 20 / √(2 · 5 / 12 · ln²2) = 4.7345, six degrees of
        // freedom.
        assertThat(once).isEqualTo(0.00321, within(1e-5));
    }

    @Test
    void shouldCompareDifferencesWhereZeroIsPossible() {
        assertThat(Welch.p(new double[] {-1, 0, 2, 5, 3.5}, new double[] {4, 9, 7.5, 6}))
                .isEqualTo(0.01806176, within(1e-6));
    }

    @Test
    void shouldKnowFiguresWithoutSpread() {
        double[] three = {0.3, 0.3, 0.3};
        assertThat(Welch.p(three, three.clone())).isEqualTo(1);
        assertThat(Welch.p(three, new double[] {0.4, 0.4})).isZero();
        assertThat(Welch.p(new double[] {0, 0}, new double[] {0, 0})).isEqualTo(1);
    }

    @Test
    void shouldRefuseSingleValues() {
        assertThatThrownBy(() -> Welch.p(new double[] {1}, new double[] {1, 2}))
                .hasMessage("samples must have two values each: first=1, second=2");
    }
}
