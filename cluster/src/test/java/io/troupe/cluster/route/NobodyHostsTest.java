// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.cluster.actor.NotHostedException;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.timer.ManualClock;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A process that has not seen anybody who hosts anything. */
class NobodyHostsTest {
    private static final Duration FIRST_HOST = Duration.ofSeconds(5);

    private final ManualClock clock = new ManualClock();

    @AutoClose
    private final Member caller = new Member(1, Member.LIMIT, clock);

    private static void assertNotHosted(Promise<?> call) {
        assertThatThrownBy(() -> call.await(Member.LIMIT))
                .isInstanceOfSatisfying(NotHostedException.class, e -> assertThat(e.maybeExecuted())
                        .isFalse())
                .hasMessageStartingWith(
                        "a member must host the type of a key, by Cluster.host here or in a member that is"
                                + " started: type=diary, key=");
    }

    @Test
    void shouldLetTheFirstCallsWaitAndRefuseLaterOnes() {
        Promise<Long> first = caller.diary("a").where();
        clock.advance(FIRST_HOST.minusMillis(100));
        Promise<Long> second = caller.diary("b").where();
        assertThat(first.isSettled() || second.isSettled()).isFalse();
        clock.advance(Duration.ofMillis(200));
        assertNotHosted(first);
        assertNotHosted(second);
        assertNotHosted(caller.diary("a").where());
        caller.host();
        caller.view(1, 1);
        assertThat(caller.diary("a").where().await(Member.LIMIT)).isEqualTo(1);
    }

    @Test
    void shouldLetCallsWaitOnceAnotherMemberHostsSomething() {
        Promise<Long> first = caller.diary("a").where();
        caller.router.hosts(3, "three", Set.of());
        clock.advance(FIRST_HOST.minusMillis(100));
        caller.router.hosts(2, "two", Set.of("other"));
        clock.advance(FIRST_HOST);
        assertThat(first.isSettled()).isFalse();
        assertThat(caller.waiting("a")).isEqualTo(1);
        first.cancel();
    }

    /** Such as one to which there is no link. */
    @Test
    void shouldLetCallsWaitForAMemberThatTheRegistryKnows() {
        Promise<Long> first = caller.diary("a").where();
        clock.advance(FIRST_HOST.plusMillis(100));
        assertNotHosted(first);
        caller.router.hostSeen();
        Promise<Long> later = caller.diary("a").where();
        clock.advance(FIRST_HOST);
        assertThat(later.isSettled()).isFalse();
        later.cancel();
    }
}
