// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.pacing;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.remoting.pacing.HeartbeatMonitor.State;
import org.junit.jupiter.api.Test;

class HeartbeatMonitorTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;

    private final HeartbeatMonitor pulse = new HeartbeatMonitor(0);

    /** Runs the timer as asked for, until then. */
    private State runTimer(long until) {
        while (pulse.nextCheckAt() < until) {
            pulse.state(pulse.nextCheckAt());
        }
        return pulse.state(until);
    }

    @Test
    void shouldSuspectAfterThreeSecondsAndGiveUpAfterNine() {
        assertThat(runTimer(3 * SECOND - 1)).isEqualTo(State.ALIVE);
        assertThat(runTimer(3 * SECOND)).isEqualTo(State.SUSPECT);
        assertThat(runTimer(9 * SECOND - 1)).isEqualTo(State.SUSPECT);
        assertThat(runTimer(9 * SECOND)).isEqualTo(State.DEAD);
    }

    @Test
    void shouldTrustAgainWhenItHears() {
        runTimer(4 * SECOND);
        pulse.heard(4 * SECOND);

        assertThat(pulse.state(4 * SECOND)).isEqualTo(State.ALIVE);
    }

    @Test
    void shouldAskToBeCalledAtEachDeadline() {
        assertThat(pulse.nextCheckAt()).isEqualTo(SECOND);
        runTimer(2 * SECOND + 500 * MILLI);
        assertThat(pulse.nextCheckAt()).isEqualTo(3 * SECOND);
        runTimer(8 * SECOND + 500 * MILLI);
        assertThat(pulse.nextCheckAt()).isEqualTo(9 * SECOND);
    }

    @Test
    void shouldWaitLongerForThoseWhoAreHeardIrregularly() {
        long now = 0;
        for (int i = 0; i < 50; i++) {
            now += i % 2 == 0 ? SECOND / 2 : 5 * SECOND / 2;
            runTimer(now);
            pulse.heard(now);
        }

        assertThat(pulse.timeout()).isBetween(6 * SECOND, 15 * SECOND);
        assertThat(runTimer(now + 5 * SECOND)).isEqualTo(State.ALIVE);
    }

    @Test
    void shouldNotBecomeImpatientInAStreamOfData() {
        for (int i = 1; i <= 10_000; i++) {
            pulse.heard(i * MILLI / 10);
        }

        assertThat(pulse.timeout()).isEqualTo(3 * SECOND);
    }

    @Test
    void shouldNotCountTimeInWhichItStoodStillItself() {
        runTimer(SECOND);
        // stopped for 20 s: the timer comes at 22 s instead of 2 s
        assertThat(pulse.state(22 * SECOND)).isEqualTo(State.ALIVE);
        assertThat(runTimer(23 * SECOND - 1)).isEqualTo(State.ALIVE);
        assertThat(runTimer(23 * SECOND)).isEqualTo(State.SUSPECT);
        assertThat(runTimer(29 * SECOND)).isEqualTo(State.DEAD);
    }

    @Test
    void shouldNotLearnFromItsOwnStandstill() {
        runTimer(SECOND);
        pulse.heard(SECOND);
        pulse.heard(60 * SECOND);

        assertThat(pulse.timeout()).isEqualTo(3 * SECOND);
        assertThat(pulse.state(60 * SECOND)).isEqualTo(State.ALIVE);
    }
}
