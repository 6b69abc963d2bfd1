// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkerConfigTest {
    private final WorkerConfig config = WorkerConfig.of("test", 2);

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 1025})
    void shouldRefuseANumberOfWorkersOutOfRange(int workers) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> WorkerConfig.of("test", workers))
                .withMessage("workers must be between 1 and 1024: workers=" + workers + ", dispatcher=test");
    }

    @Test
    void shouldRefuseToCallAWorkerStuckAtOnce() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> config.stuckAfter(Duration.ofNanos(999_999), Duration.ofSeconds(1)))
                .withMessage("stuckAfter must be at least 1 ms: stuckAfter=PT0.000999999S");
    }

    @Test
    void shouldAcceptTimesBeyondWhatNanosecondsCanCount() {
        Duration forever = ChronoUnit.FOREVER.getDuration();
        try (Dispatcher dispatcher =
                Dispatchers.workStealing(config.stuckAfter(forever, forever).turns(1, forever, 1))) {
            assertThat(dispatcher.workers()).isEqualTo(2);
        }
    }

    @Test
    void shouldNameTheMissingPart() {
        assertThatNullPointerException()
                .isThrownBy(() -> WorkerConfig.of(null, 1))
                .withMessage("name");
        assertThatNullPointerException().isThrownBy(() -> config.idle(null)).withMessage("idle");
        assertThatNullPointerException()
                .isThrownBy(() -> config.turns(1, null, 1))
                .withMessage("turnTime");
    }

    @Test
    void shouldChangeOnePartAtATime() {
        IdleStrategy idle = IdleStrategy.parking();
        Duration time = Duration.ofNanos(2);
        Duration stuck = Duration.ofSeconds(7);
        Duration report = Duration.ofSeconds(8);
        assertThat(config.idle(idle).turns(1, time, 3).stuckAfter(stuck, report))
                .isEqualTo(new WorkerConfig("test", 2, idle, 1, time, 3, stuck, report));
    }

    @Test
    void shouldNameTheLimitOfTurnsThatIsOutOfRange() {
        Duration time = Duration.ofNanos(1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> config.turns(0, time, 1))
                .withMessage("turnMessages must be at least 1: turnMessages=0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> config.turns(1, Duration.ZERO, 1))
                .withMessage("turnTime must be at least 1 ns: turnTime=PT0S");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> config.turns(1, time, -1))
                .withMessage("turnCallbacks must be at least 1: turnCallbacks=-1");
    }

    @Test
    void shouldRefuseToReportAWorkerBeforeItIsStuck() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> config.stuckAfter(Duration.ofMillis(2), Duration.ofMillis(1)))
                .withMessage("reportAfter must not be less than stuckAfter: reportAfter=PT0.001S, stuckAfter=PT0.002S");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0})
    void shouldRefuseAThreadPoolWithoutThreads(int threads) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Dispatchers.threadPool("test", threads))
                .withMessage("threads must be at least 1: threads=" + threads + ", dispatcher=test");
    }

    @Test
    void shouldRefuseNegativeRoundsOfIdling() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IdleStrategy.backoff(-1, 0))
                .withMessage("spins must not be negative: spins=-1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IdleStrategy.backoff(0, -1))
                .withMessage("yields must not be negative: yields=-1");
    }

    @Test
    void shouldSpinThenYieldThenPark() {
        IdleStrategy idle = IdleStrategy.backoff(2, 1);
        assertThat(new boolean[] {idle.idle(0), idle.idle(1), idle.idle(2), idle.idle(3)})
                .containsExactly(true, true, true, false);
        assertThat(IdleStrategy.parking().idle(0)).isFalse();
        assertThat(IdleStrategy.spinning().idle(Integer.MAX_VALUE)).isTrue();
        assertThat(IdleStrategy.yielding().idle(Integer.MAX_VALUE)).isTrue();
    }
}
