// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balancer;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.balance.BalanceConfig;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;

class StopBackoffTest {
    private static final long SECOND = 1_000_000_000;

    private final StopBackoff backoff = new StopBackoff(BalanceConfig.defaults());

    @Test
    void shouldGrowWhileWorkersAreWantedBackSoonUpToALimit() {
        long now = 0;
        for (int i = 0; i < 10; i++) {
            backoff.stopped(now);
            now += SECOND;
            backoff.started(now);
            now += SECOND;
        }
        assertThat(backoff.nanos()).isEqualTo(64 * SECOND);
    }

    @Test
    void shouldBeShortAgainAfterAQuietTime() {
        backoff.stopped(0);
        backoff.started(SECOND);
        assertThat(backoff.nanos()).isEqualTo(4 * SECOND);
        backoff.stopped(10 * SECOND);
        backoff.started(100 * SECOND);
        assertThat(backoff.nanos()).isEqualTo(2 * SECOND);
    }

    @Test
    void shouldNeverGiveUpAWorkerWhereThatIsAskedFor() {
        StopBackoff never = new StopBackoff(BalanceConfig.defaults().patience(ChronoUnit.FOREVER.getDuration(), 0));
        for (int i = 0; i < 10; i++) {
            never.stopped(i * SECOND);
            never.started((i + 1) * SECOND);
            assertThat(never.nanos()).isGreaterThan(Duration.ofDays(300).toNanos());
        }
    }
}
