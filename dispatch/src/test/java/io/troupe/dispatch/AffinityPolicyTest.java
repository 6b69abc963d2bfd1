// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.support.ProbeCell;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** By hand: no worker has a thread. */
class AffinityPolicyTest {
    private static final long CHEAP = 100;

    private final AffinityPolicy policy = new AffinityPolicy();
    private final WorkerGroup group = WorkerGroup.start(WorkerConfig.of("by-hand", 3), policy, 0);
    private final Worker home = group.worker(0);
    private final Worker caller = group.worker(1);
    private final ProbeCell cell = new ProbeCell(home);

    @AfterEach
    void close() {
        group.close(Duration.ofSeconds(10));
    }

    @Test
    void shouldMoveACellThatWaitsForLocksToWhoeverCallsIt() {
        contend();
        assertThat(policy.place(cell, home, caller)).isSameAs(caller);
        assertThat(cell.home()).isSameAs(caller);
    }

    @Test
    void shouldMoveItOncePerContention() {
        contend();
        policy.place(cell, home, caller);
        policy.place(cell, caller, group.worker(2));
        assertThat(cell.home()).isSameAs(caller);
    }

    @Test
    void shouldLeaveACellAtHomeThatIsCalledFromThere() {
        contend();
        policy.place(cell, home, home);
        policy.place(cell, home, caller);
        assertThat(cell.home()).isSameAs(home);
    }

    @Test
    void shouldLeaveACellWhereItIsWhileLocksAreSeldomTaken() {
        home.contended(cell, CHEAP);
        policy.place(cell, home, caller);
        assertThat(cell.home()).isSameAs(home);
    }

    @Test
    void shouldLeaveACellWhereItIsWhenAllWorkersMayBeBusyBetweenTwoTakings() {
        contend();
        policy.place(cell, home, home);
        home.contended(cell, CHEAP + 1); // times three workers
        policy.place(cell, home, caller);
        assertThat(cell.home()).isSameAs(home);
    }

    private void contend() {
        while (!group.isCrossTrafficHeavy()) {
            home.contended(cell, CHEAP);
        }
        home.contended(cell, CHEAP);
    }
}
