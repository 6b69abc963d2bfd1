// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balancer;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.balance.BalanceConfig;
import org.junit.jupiter.api.Test;

class StopBackoffTest {
    private static final long SECOND = 1_000_000_000;

    private final StopBackoff patience = new StopBackoff(BalanceConfig.defaults());

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
