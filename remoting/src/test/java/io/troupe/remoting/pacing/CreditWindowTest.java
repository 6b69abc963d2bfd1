// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.pacing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class CreditWindowTest {
    private final CreditWindow window = new CreditWindow(1_000);

    @Test
    void shouldRenewHalfAWindowAtATime() {
        assertThat(window.size()).isEqualTo(256);
        assertThat(window.consumed(127)).isZero();
        assertThat(window.consumed(1)).isEqualTo(128);
        assertThat(window.consumed(300)).isEqualTo(300);
    }

    @Test
    void shouldDoubleWhenTheSenderStarved() {
        window.starved();
        assertThat(window.size()).isEqualTo(512);
        assertThat(window.consumed(10)).as("with the next word").isEqualTo(266);
    }

    @Test
    void shouldWaitUntilADoublingHasShown() {
        window.starved();
        window.starved();
        assertThat(window.size()).isEqualTo(512);
        window.consumed(256);
        window.starved();
        assertThat(window.size()).isEqualTo(1_000);
        window.consumed(512);
        window.starved();
        assertThat(window.size()).as("the most").isEqualTo(1_000);
    }

    @Test
    void shouldNeverHaveMoreOutstandingThanItsSize() {
        int outstanding = window.size();
        for (int i = 0; i < 10_000; i++) {
            if (i % 7 == 0) {
                window.starved();
            }
            int n = Math.min(outstanding, i % 5);
            outstanding += window.consumed(n) - n;
            assertThat(outstanding).isBetween(0, window.size());
        }
    }

    @Test
    void shouldWorkWithTheSmallestWindow() {
        CreditWindow one = new CreditWindow(1);
        assertThat(one.consumed(1)).isEqualTo(1);
        assertThat(one.consumed(0)).isZero();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new CreditWindow(0))
                .withMessage("a window must hold 1 item or more: most=0");
    }
}
