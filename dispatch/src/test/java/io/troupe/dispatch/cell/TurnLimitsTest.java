// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class TurnLimitsTest {
    @Test
    void shouldRefuseNoMessages() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TurnLimits(0, 1, 1))
                .withMessage("messages must be at least 1: messages=0");
    }

    @Test
    void shouldRefuseNoTime() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TurnLimits(1, 0, 1))
                .withMessage("sliceNanos must be at least 1: sliceNanos=0");
    }

    @Test
    void shouldRefuseNoCallbacks() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TurnLimits(1, 1, -1))
                .withMessage("callbacks must be at least 1: callbacks=-1");
    }

    @Test
    void shouldCallAMessageCheapWhenTheCountComesBeforeTheSlice() {
        assertThat(new TurnLimits(512, 1_000_000, 256).cheapNanos()).isEqualTo(1_953);
        assertThat(new TurnLimits(1, Long.MAX_VALUE, 1).cheapNanos()).isEqualTo(Integer.MAX_VALUE);
    }
}
