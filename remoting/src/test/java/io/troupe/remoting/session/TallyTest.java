// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TallyTest {
    private final AtomicLong now = new AtomicLong(-5);
    private final Tally tally = new Tally(now::get);

    @Test
    void shouldSayTheFirstAtOnceAndThenOncePerIntervalWithTheCount() {
        assertThat(tally.next()).isEqualTo(1);
        for (int i = 2; i <= 1000; i++) {
            assertThat(tally.next()).isZero();
        }
        now.addAndGet(Duration.ofSeconds(9).toNanos());
        assertThat(tally.next()).isZero();
        now.addAndGet(Duration.ofSeconds(1).toNanos() + 1);
        assertThat(tally.next()).isEqualTo(1002);
        assertThat(tally.next()).isZero();
    }
}
