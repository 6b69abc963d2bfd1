// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balance;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PatienceTest {
    private static final long SECOND = 1_000_000_000;

    private final Patience patience = new Patience(BalanceConfig.defaults());

    @Test
    void shouldGrowWhileWorkersAreWantedBackSoonUpToALimit() {
        long now = 0;
        for (int i = 0; i < 10; i++) {
            patience.stopped(now);
            now += SECOND;
            patience.started(now);
            now += SECOND;
        }
        assertThat(patience.nanos()).isEqualTo(64 * SECOND);
    }

    @Test
    void shouldBeShortAgainAfterAQuietTime() {
        patience.stopped(0);
        patience.started(SECOND);
        assertThat(patience.nanos()).isEqualTo(4 * SECOND);
        patience.stopped(10 * SECOND);
        patience.started(100 * SECOND);
        assertThat(patience.nanos()).isEqualTo(2 * SECOND);
    }
}
