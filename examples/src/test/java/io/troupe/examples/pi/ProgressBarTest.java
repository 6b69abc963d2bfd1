// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.pi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProgressBarTest {
    @Test
    void shouldShowShareSpeedAndRest() {
        assertThat(ProgressBar.text(250, 1000, 2_000_000_000L))
                .isEqualTo("[##########------------------------------]  25 %  125 jobs/s  6 s left");
    }

    @Test
    void shouldShowNoRestBeforeFirstResult() {
        assertThat(ProgressBar.text(0, 1000, 2_000_000_000L)).endsWith("  0 %  0 jobs/s");
    }

    @Test
    void shouldBeFullOnlyAtTheEnd() {
        assertThat(ProgressBar.text(999, 1000, 1)).contains("-]", " 99 %");
        assertThat(ProgressBar.text(1000, 1000, 1)).doesNotContain("-]").contains("100 %");
    }
}
