// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

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

    @Test
    void shouldPutScalesToEasyNumbers() {
        assertThat(Scale.linear(99.4, 171).ticks()).containsExactly(0.0, 50.0, 100.0, 150.0, 200.0);
        assertThat(Scale.linear(-3, 8).ticks()).containsExactly(-5.0, 0.0, 5.0, 10.0);
        assertThat(Scale.linear().ticks()).startsWith(0.0).endsWith(1.0);
        assertThat(Scale.linear(0).ticks()).startsWith(0.0).endsWith(1.0);
        assertThat(Scale.spanning(5, 165, 1900).ticks()).containsExactly(200.0, 500.0, 1000.0, 2000.0);
        assertThat(Scale.spanning(5, 1, 1e6).ticks()).containsExactly(1.0, 10.0, 100.0, 1e3, 1e4, 1e5, 1e6);
        assertThat(Scale.spanning(3, 29, 11_356).ticks())
                .startsWith(50.0, 100.0)
                .endsWith(10_000.0);
        assertThat(Scale.spanning(1, 2.1, 6.3).ticks()).containsExactly(2.0, 5.0);
        assertThat(Scale.spanning(3, 0.6, 1.9).ticks()).containsExactly(1.0, 2.0);
        assertThat(Scale.spanning(1, 2.4, 2.5).ticks()).containsExactly(2.0, 5.0);
        assertThat(Scale.spanning(1, 10, 10).ticks()).containsExactly(10.0, 20.0);
        assertThat(Scale.spanning(5, 0, 100).isLogarithmic()).isFalse();
    }

    @Test
    void shouldPutValuesBetweenTheEnds() {
        Scale scale = Scale.spanning(5, 0.5, 200);
        assertThat(scale.share(10)).isCloseTo(0.5, within(1e-9));
        assertThat(scale.share(0)).isZero();
        assertThat(scale.share(1e9)).isEqualTo(1);
    }

    @Test
    void shouldSumUpSamples() {
        assertThat(Stats.of(9, 1, 5, 3, 7)).isEqualTo(new Stats(1, 3, 5, 7, 9, 5));
        assertThat(Stats.of(9, 1, 5, 3, 7).hasBox()).isTrue();
        assertThat(Stats.of(4, 2).median()).isEqualTo(3);
        assertThat(Stats.of(4, 2).hasBox()).isFalse();
        assertThat(Stats.of().isEmpty()).isTrue();
        assertThat(Stats.of(1, 3).overlaps(Stats.of(3, 4))).isTrue();
        assertThat(Stats.of(1, 2).overlaps(Stats.of(3, 4))).isFalse();
        assertThatIllegalArgumentException().isThrownBy(() -> Stats.of(1, Double.NaN));
    }

    @Test
    void shouldCutNamesInTheMiddle() {
        assertThat(TextWidth.fit("short", 12, 100)).isEqualTo("short");
        String cut = TextWidth.fit("troupeBatchedCrossWorkerAfterSame", 12, 100);
        assertThat(cut).startsWith("trou").contains("…").endsWith("me");
        assertThat(TextWidth.of(cut, 12)).isLessThanOrEqualTo(100);
        assertThat(TextWidth.fit("anything", 12, 1)).isEqualTo("…");
    }
}
