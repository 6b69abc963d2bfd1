// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.shard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ShardsTest {
    @Test
    void shouldPutAKeyWhereEarlierReleasesDid() {
        assertThat(Shards.of("account", "4711")).isEqualTo(3736);
        assertThat(Shards.of("order", "ä€😀")).isEqualTo(3389);
    }

    @Test
    void shouldTellTypeAndKeyApart() {
        assertThat(Shards.of("ab", "c")).isNotEqualTo(Shards.of("a", "bc"));
    }

    @Test
    void shouldSpreadKeysThatDifferInOneDigit() {
        int[] load = new int[Shards.COUNT];
        for (int i = 0; i < 100 * Shards.COUNT; i++) {
            load[Shards.of("account", Integer.toString(i))]++;
        }
        // Of a fair throw: mean 100, deviation 10; six deviations either way.
        assertThat(Arrays.stream(load).min().orElseThrow()).isGreaterThan(40);
        assertThat(Arrays.stream(load).max().orElseThrow()).isLessThan(160);
    }
}
