// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NumbersTest {
    @Test
    void shouldShowThreeDigitsOfValues() {
        assertThat(Numbers.value(0)).isEqualTo("0");
        assertThat(Numbers.value(0.001234)).isEqualTo("0.00123");
        assertThat(Numbers.value(8.0)).isEqualTo("8.0");
        assertThat(Numbers.value(21.849)).isEqualTo("21.8");
        assertThat(Numbers.value(999.6)).isEqualTo("1,000");
        assertThat(Numbers.value(11_356)).isEqualTo("11,356");
        assertThat(Numbers.value(2_512_345)).isEqualTo("2.51 M");
        assertThat(Numbers.value(999_999)).isEqualTo("1 M");
        assertThat(Numbers.value(-150_000)).isEqualTo("-150 k");
        assertThat(Numbers.value(0.0000012)).isEqualTo("1.2e-06");
        assertThat(Numbers.value(Double.NaN)).isEqualTo("–");
    }

    @Test
    void shouldShowTicksShort() {
        assertThat(Numbers.tick(0.2)).isEqualTo("0.2");
        assertThat(Numbers.tick(200)).isEqualTo("200");
        assertThat(Numbers.tick(32_000)).isEqualTo("32 k");
        assertThat(Numbers.tick(4096)).isEqualTo("4,096");
        assertThat(Numbers.tick(65_536)).isEqualTo("65,536");
        assertThat(Numbers.tick(3_200_000)).isEqualTo("3.2 M");
    }
}
