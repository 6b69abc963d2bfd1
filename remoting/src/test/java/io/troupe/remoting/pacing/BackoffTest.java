// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.pacing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Random;
import org.junit.jupiter.api.Test;

class BackoffTest {
    private static final long MILLI = 1_000_000;

    @Test
    void shouldStayWithinItsLimits() {
        Backoff backoff = new Backoff(new Random(1));
        long last = 100 * MILLI;
        for (int i = 0; i < 1_000; i++) {
            long wait = backoff.next();
            assertThat(wait).isBetween(100 * MILLI, Math.min(10_000 * MILLI, 3 * last));
            last = wait;
        }
    }

    @Test
    void shouldGrowAndBeShortAgainAfterReset() {
        Backoff backoff = new Backoff(new Random(1));
        long longest = 0;
        for (int i = 0; i < 50; i++) {
            longest = Math.max(longest, backoff.next());
        }
        assertThat(longest).isGreaterThan(5_000 * MILLI);

        backoff.reset();
        assertThat(backoff.next()).isLessThanOrEqualTo(300 * MILLI);
    }

    @Test
    void shouldTryTenTimesWithinTenSeconds() {
        for (int seed = 0; seed < 1_000; seed++) {
            Backoff backoff = new Backoff(new Random(seed));
            for (int i = 0; i < 10; i++) {
                assertThat(backoff.next()).isLessThanOrEqualTo(1_000 * MILLI);
            }
        }
    }

    @Test
    void shouldScatterThoseWhoBeginTogether() {
        long one = new Backoff(new Random(1)).next();
        long other = new Backoff(new Random(2)).next();

        assertThat(one).isNotEqualTo(other);
    }

    @Test
    void shouldRejectLimitsOutOfOrder() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Backoff(new Random(1), 5, 4))
                .withMessage("waits must be 1 or more, and in order: leastNanos=5, mostNanos=4");
    }
}
