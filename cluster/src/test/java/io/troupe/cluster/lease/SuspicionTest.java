// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.timer.ManualClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SuspicionTest {
    private final ManualClock clock = new ManualClock();
    private final Suspicion suspicion = new Suspicion(clock, Duration.ofSeconds(5));

    @Test
    void shouldNeedTwoWatchers() {
        suspicion.accuse(1, 9);
        suspicion.accuse(1, 9);
        assertThat(suspicion.isSuspect(9)).isFalse();
        suspicion.accuse(2, 9);
        assertThat(suspicion.isSuspect(9)).isTrue();
        assertThat(suspicion.isSuspect(1)).isFalse();
    }

    @Test
    void shouldNotCountAMembersVoteOnItself() {
        suspicion.accuse(9, 9);
        suspicion.accuse(1, 9);
        assertThat(suspicion.isSuspect(9)).isFalse();
    }

    @Test
    void shouldEndWhenAWatcherReachesItAgain() {
        suspicion.accuse(1, 9);
        suspicion.accuse(2, 9);
        suspicion.acquit(1, 9);
        assertThat(suspicion.isSuspect(9)).isFalse();
    }

    @Test
    void shouldLapse() {
        suspicion.accuse(1, 9);
        clock.advance(Duration.ofSeconds(3));
        suspicion.accuse(2, 9);
        assertThat(suspicion.isSuspect(9)).isTrue();
        clock.advance(Duration.ofSeconds(2));
        assertThat(suspicion.isSuspect(9)).isFalse();
    }

    @Test
    void shouldForgetTheVotesOfTheDead() {
        suspicion.accuse(1, 9);
        suspicion.accuse(2, 9);
        suspicion.forget(2);
        assertThat(suspicion.isSuspect(9)).isFalse();
        suspicion.accuse(3, 9);
        suspicion.forget(9);
        assertThat(suspicion.isSuspect(9)).isFalse();
    }
}
