// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BalanceConfigTest {
    private final BalanceConfig config = BalanceConfig.defaults();

    @Test
    void shouldChangeOnlyWhatIsAskedFor() {
        BalanceConfig changed = config.window(Duration.ofMillis(5))
                .overload(7, 0.5)
                .hops(300, 2)
                .moves(0.1, 9, Duration.ofSeconds(1))
                .patience(Duration.ofSeconds(3), 11);
        assertThat(changed)
                .isEqualTo(new BalanceConfig(
                        7,
                        Duration.ofMillis(5),
                        0.5,
                        300,
                        2,
                        0.1,
                        9,
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(3),
                        11));
        assertThat(config).isEqualTo(BalanceConfig.defaults());
    }

    @Test
    void shouldRejectWhatIsOutOfRangeAndNameIt() {
        assertThatThrownBy(() -> config.overload(0, 0.5)).hasMessageContaining("overloadMessages=0");
        assertThatThrownBy(() -> config.overload(1, 0)).hasMessageContaining("overloadShare=0.0");
        assertThatThrownBy(() -> config.overload(1, 1.1)).hasMessageContaining("overloadShare=1.1");
        assertThatThrownBy(() -> config.overload(1, Double.NaN)).hasMessageContaining("overloadShare=NaN");
        assertThatThrownBy(() -> config.hops(-1, 1)).hasMessageContaining("hopNanos=-1");
        assertThatThrownBy(() -> config.hops(1, Double.NaN)).hasMessageContaining("lambda=NaN");
        assertThatThrownBy(() -> config.moves(0, 1, Duration.ZERO)).hasMessageContaining("minGain=0.0");
        assertThatThrownBy(() -> config.moves(0.1, 0, Duration.ZERO)).hasMessageContaining("movesPerSecond=0");
        assertThatThrownBy(() -> config.moves(0.1, 1, Duration.ofMillis(-1))).hasMessageContaining("settle=PT-0.001S");
        assertThatThrownBy(() -> config.window(Duration.ZERO)).hasMessageContaining("window=PT0S");
        assertThatThrownBy(() -> config.window(Duration.ofSeconds(11))).hasMessageContaining("window=PT11S");
        assertThatThrownBy(() -> config.patience(Duration.ofMillis(19), 1)).hasMessageContaining("giveUpAfter");
        assertThatThrownBy(() -> config.patience(Duration.ofSeconds(1), -1)).hasMessageContaining("warmUpMessages=-1");
    }
}
