// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.activation;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.timer.ManualClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LostWritesTest {
    private final ManualClock clock = new ManualClock();
    private final LostWrites lost = new LostWrites(clock);

    @Test
    void shouldBeToldOnceAMinuteWithAllThatWereLost() {
        assertThat(lost.lost(2)).isEqualTo(2);
        assertThat(lost.lost(1)).isZero();
        clock.advance(Duration.ofSeconds(59));
        assertThat(lost.lost(3)).isZero();
        clock.advance(Duration.ofSeconds(1));
        assertThat(lost.lost(1)).isEqualTo(5);
    }
}
