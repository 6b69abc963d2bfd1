// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.member;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.timer.ManualClock;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SuspicionTest {
    private final ManualClock clock = new ManualClock();
    private final Suspicion suspicion = new Suspicion(clock, Duration.ofSeconds(5));

    @Test
    void shouldNeedTwoVoters() {
        suspicion.vote(1, Set.of(9L));
        suspicion.vote(1, Set.of(9L));
        assertThat(suspicion.isSuspect(9)).isFalse();
        suspicion.vote(2, Set.of(8L, 9L));
        assertThat(suspicion.isSuspect(9)).isTrue();
        assertThat(suspicion.isSuspect(8)).isFalse();
        assertThat(suspicion.isSuspect(1)).isFalse();
    }

    @Test
    void shouldNotCountAMembersVoteOnItself() {
        suspicion.vote(9, Set.of(9L));
        suspicion.vote(1, Set.of(9L));
        assertThat(suspicion.isSuspect(9)).isFalse();
    }

    @Test
    void shouldEndWhenAVoterReachesItAgain() {
        suspicion.vote(1, Set.of(9L));
        suspicion.vote(2, Set.of(8L, 9L));
        suspicion.vote(2, Set.of(8L));
        assertThat(suspicion.isSuspect(9)).isFalse();
        suspicion.vote(2, Set.of(9L));
        suspicion.vote(1, Set.of());
        assertThat(suspicion.isSuspect(9)).isFalse();
    }

    @Test
    void shouldLapse() {
        suspicion.vote(1, Set.of(9L));
        clock.advance(Duration.ofSeconds(3));
        suspicion.vote(2, Set.of(9L));
        assertThat(suspicion.isSuspect(9)).isTrue();
        clock.advance(Duration.ofSeconds(2));
        assertThat(suspicion.isSuspect(9)).isFalse();
    }

    @Test
    void shouldForgetTheVotesOfTheDead() {
        suspicion.vote(1, Set.of(9L));
        suspicion.vote(2, Set.of(9L));
        suspicion.forget(2);
        assertThat(suspicion.isSuspect(9)).isFalse();
    }
}
