// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.activation;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.cluster.store.StateKey;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class QuarantineTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final Quarantine quarantine = new Quarantine();

    @Test
    void shouldIsolateAfterFiveFailuresInAMinute() {
        for (int i = 0; i < 4; i++) {
            assertThat(quarantine.failed(i * SECOND)).isZero();
            assertThat(quarantine.mayLoad(i * SECOND)).isTrue();
        }
        assertThat(quarantine.failed(10 * SECOND)).isEqualTo(60 * SECOND);
        assertThat(quarantine.mayLoad(69 * SECOND)).isFalse();
        assertThat(quarantine.mayLoad(70 * SECOND)).isTrue();
    }

    @Test
    void shouldNotIsolateWhatFailsSeldom() {
        for (int i = 0; i < 20; i++) {
            assertThat(quarantine.failed(i * 20L * SECOND)).isZero();
        }
    }

    @Test
    void shouldIsolateForTwiceAsLongEachTimeUpToAnHour() {
        long now = 0;
        for (int i = 0; i < 4; i++) {
            quarantine.failed(now);
        }
        long[] pauses = new long[8];
        for (int i = 0; i < pauses.length; i++) {
            pauses[i] = quarantine.failed(now) / (60 * SECOND);
            now += pauses[i] * 60 * SECOND;
        }
        assertThat(pauses).containsExactly(1, 2, 4, 8, 16, 32, 60, 60);
    }

    @Test
    void shouldBeginAnewWhenItHasBeenLoaded() {
        StateHandle handle = new StateHandle(null, new StateKey("account", "a"));
        for (int i = 0; i < 5; i++) {
            handle.failed(0);
        }
        assertThat(handle.mayLoad(0)).isFalse();
        handle.loaded();
        assertThat(handle.mayLoad(0)).isTrue();
        assertThat(handle.failed(0)).isZero();
    }
}
