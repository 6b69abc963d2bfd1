// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.channel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ElementRateTest {
    private static final long BEGIN = -5;

    private final ElementRate rate = new ElementRate(100, BEGIN);

    @Test
    void shouldSayHowLongAStepTook() {
        rate.note(100 + 1_000, BEGIN + ElementRate.NANOS_PER_LOOK);
        assertThat(rate.stepNanos()).isEqualTo(ElementRate.NANOS_PER_LOOK / 1_000);
        rate.note(100 + 1_000 + 500, BEGIN + 2 * ElementRate.NANOS_PER_LOOK);
        assertThat(rate.stepNanos()).isEqualTo(ElementRate.NANOS_PER_LOOK / 500);
    }

    @Test
    void shouldSayNothingAboutABurst() {
        rate.note(100 + 10_000, BEGIN + ElementRate.NANOS_PER_LOOK - 1);
        assertThat(rate.stepNanos()).isZero();
    }

    @Test
    void shouldLookAgainAfterManySteps() {
        assertThat(rate.isDue(100 + ElementRate.STEPS_PER_LOOK - 1)).isFalse();
        assertThat(rate.isDue(100 + ElementRate.STEPS_PER_LOOK)).isTrue();
    }
}
