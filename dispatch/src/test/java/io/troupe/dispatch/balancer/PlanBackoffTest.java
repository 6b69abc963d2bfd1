// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balancer;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.balance.BalanceConfig;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanBackoffTest {
    private static final long MILLIS = 1_000_000;
    private static final long WINDOW = BalanceConfig.defaults().window().toNanos();

    private final PlanBackoff<String> backoff = new PlanBackoff<>(BalanceConfig.defaults());

    /** Time from now until the next plan is allowed, in windows. */
    private long pauseAfter(long now) {
        long pause = 0;
        while (!backoff.allows(now + pause * WINDOW)) {
            pause++;
        }
        return pause;
    }

    @Test
    void shouldAllowTheFirstPlanAtOnce() {
        assertThat(backoff.allows(0)).isTrue();
    }

    @Test
    void shouldDoubleThePauseWhileCellsAreMovedToAndFro() {
        long now = 0;
        long last = 0;
        for (int i = 0; i < 8; i++) {
            backoff.planned(now, List.of("a", "b"), true);
            long pause = pauseAfter(now);
            assertThat(pause).isEqualTo(i == 0 ? 2 : 2 * last);
            last = pause;
            now += pause * WINDOW;
        }
        assertThat(last).isGreaterThan(100);
    }

    @Test
    void shouldForgetCellsThatAreGone() {
        backoff.planned(0, List.of("a", "b"), true);
        backoff.forget("a"::equals);
        backoff.planned(2 * WINDOW, List.of("a"), true);
        assertThat(pauseAfter(2 * WINDOW)).as("of a new cell").isEqualTo(2);
        backoff.planned(4 * WINDOW, List.of("b"), true);
        assertThat(pauseAfter(4 * WINDOW)).as("of one that stayed").isEqualTo(4);
    }

    @Test
    void shouldNotHoldUpStepsIntoOneDirection() {
        long now = 0;
        for (int i = 0; i < 20; i++) {
            backoff.planned(now, List.of("cell " + i, "other " + i), true);
            assertThat(pauseAfter(now)).isEqualTo(2);
            now += 2 * WINDOW;
        }
    }

    @Test
    void shouldForgetAfterAQuietTime() {
        backoff.planned(0, List.of("a"), true);
        backoff.planned(100 * MILLIS, List.of("a"), true);
        assertThat(pauseAfter(100 * MILLIS)).isEqualTo(4);
        long later = 5_000 * MILLIS;
        backoff.planned(later, List.of("a"), true);
        assertThat(pauseAfter(later)).isEqualTo(2);
    }

    @Test
    void shouldTakeNoOtherPlanForARelapse() {
        backoff.planned(0, List.of("a"), true);
        backoff.planned(100 * MILLIS, List.of("a"), false);
        assertThat(pauseAfter(100 * MILLIS)).isEqualTo(2);
    }
}
