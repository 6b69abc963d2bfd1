// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.cluster.registry.MemberInfo;
import io.troupe.dispatch.timer.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SharedMemoryTest {
    private static final Duration LEASE = Duration.ofSeconds(10);

    private final ManualClock clock = new ManualClock();
    private final SharedMemory memory = new SharedMemory(clock, LEASE);

    private void join(long id) throws Exception {
        memory.registry().join(new MemberInfo(id, "member-" + id, "", "", "", List.of(), 1));
    }

    /** Others are about to end it and to claim what it had. */
    @Test
    void shouldKnowNoSharesWhileTheLeaseOfALivingMemberIsOver() throws Exception {
        join(1);
        join(2);
        clock.advance(LEASE.dividedBy(2));
        memory.registry().renew(1);
        assertThat(memory.shares()).isEqualTo(Map.of(1L, 0, 2L, 0));
        clock.advance(LEASE.dividedBy(2));
        assertThat(memory.shares()).isEmpty();
        memory.bury(2);
        assertThat(memory.shares()).isEqualTo(Map.of(1L, 0));
    }
}
