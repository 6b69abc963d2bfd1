// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.timer.ManualClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class MemoryRegistryTest extends RegistryContract {
    private final ManualClock clock = new ManualClock();
    private final MemoryRegistry registry = new MemoryRegistry(clock, LONG);

    @Override
    protected Registry open(Duration lease) {
        return registry.another(lease);
    }

    @Override
    protected Duration shortLease() {
        return Duration.ofSeconds(10);
    }

    @Override
    protected void passTime() {
        clock.advance(Duration.ofSeconds(11));
    }

    @Override
    protected boolean tellsWatchers() {
        return true;
    }

    @Override
    protected int steps() {
        return 3_000;
    }

    @Test
    void shouldEndALeaseToTheNanosecond() throws Exception {
        Registry brief = opened(Duration.ofSeconds(10));
        long member = active(brief, "one");
        clock.advance(Duration.ofSeconds(6));
        assertThat(brief.renew(member)).isPresent();
        clock.advance(Duration.ofSeconds(10));
        assertThat(registry.bury()).isZero();
        clock.advance(Duration.ofNanos(1));
        assertThat(registry.bury()).isEqualTo(1);
    }

    @Test
    void shouldForgetThoseThatAreDeadForADayAndOwnNothing() throws Exception {
        long owner = active(registry, "owner");
        long empty = active(registry, "empty");
        registry.claim(owner, shards(0, 1));
        registry.fence(owner);
        registry.fence(empty);
        clock.advance(Duration.ofDays(1));
        registry.bury();
        assertThat(roster(registry).members()).hasSize(2);
        clock.advance(Duration.ofNanos(1));
        registry.bury();
        assertThat(roster(registry).members()).extracting(MemberRow::id).containsExactly(owner);
    }
}
