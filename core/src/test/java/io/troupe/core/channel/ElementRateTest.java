// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.channel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ElementRateTest {
    private static final int LOOK = ElementRate.STEPS_PER_LOOK;

    private final ElementRate rate = new ElementRate();

    @Test
    void shouldBeFastWhileStepsTakeLessThanTheLimit() {
        rate.isFast(LOOK, 1_000_000);
        assertThat(rate.isFast(2 * LOOK, 1_000_000 + LOOK * (ElementRate.FAST_NANOS - 1)))
                .isTrue();
        assertThat(rate.isFast(3 * LOOK, 1_000_000 + 2 * LOOK * (ElementRate.FAST_NANOS + 1)))
                .isFalse();
    }

    @Test
    void shouldSayWhatItSaidBeforeWhileThereWereFewSteps() {
        rate.isFast(LOOK, 1_000_000);
        assertThat(rate.isFast(2 * LOOK, 1_000_001)).isTrue();
        assertThat(rate.isFast(3 * LOOK - 1, 1_000_000_000)).isTrue();
        assertThat(rate.isFast(3 * LOOK, 1_000_000_000)).isFalse();
    }
}
