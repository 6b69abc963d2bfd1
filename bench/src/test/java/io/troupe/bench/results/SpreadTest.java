// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.troupe.bench.harness.Spread;
import org.junit.jupiter.api.Test;

class SpreadTest {
    @Test
    void shouldTakeTheMiddle() {
        assertThat(Spread.of(9, 1, 5)).isEqualTo(new Spread(5, 1, 9));
        assertThat(Spread.of(4, 1, 2, 9)).isEqualTo(new Spread(3, 1, 9));
        assertThat(Spread.of(7)).isEqualTo(new Spread(7, 7, 7));
        assertThatIllegalArgumentException().isThrownBy(Spread::of);
    }

    @Test
    void shouldKnowWhetherRangesOverlap() {
        assertThat(Spread.of(1, 3).overlaps(Spread.of(3, 4))).isTrue();
        assertThat(Spread.of(1, 2).overlaps(Spread.of(3, 4))).isFalse();
    }

    @Test
    void shouldShowThreeDigitsThatCount() {
        assertThat(Digits.three(1234567.8)).isEqualTo("1,234,568");
        assertThat(Digits.three(123.45)).isEqualTo("123");
        assertThat(Digits.three(-12.345)).isEqualTo("-12.3");
        assertThat(Digits.three(1.234)).isEqualTo("1.23");
        assertThat(Digits.three(0.1234)).isEqualTo("0.123");
        assertThat(Digits.three(0)).isEqualTo("0.00");
    }
}
