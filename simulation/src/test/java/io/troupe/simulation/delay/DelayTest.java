// SPDX-License-Identifier: Apache-2.0
package io.troupe.simulation.delay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class DelayTest {
    private static final int DRAWS = 100_000;
    private static final Duration MILLI = Duration.ofMillis(1);
    private static final double NANOS = 1_000_000;

    private static long[] draws(Delay delay) {
        Random random = new Random(1);
        return LongStream.generate(() -> delay.nanos(random))
                .limit(DRAWS)
                .sorted()
                .toArray();
    }

    @Test
    void shouldDrawWhatItsDistributionSays() {
        assertThat(draws(Delay.fixed(MILLI))).containsOnly(1_000_000);
        long[] uniform = draws(Delay.uniform(MILLI, Duration.ofMillis(3)));
        assertThat(uniform[0]).isBetween(1_000_000L, 1_001_000L);
        assertThat(uniform[DRAWS - 1]).isBetween(2_999_000L, 3_000_000L);
        assertThat(LongStream.of(uniform).average().orElseThrow()).isCloseTo(2 * NANOS, within(0.01 * NANOS));
        assertThat(LongStream.of(draws(Delay.upTo(MILLI))).average().orElseThrow())
                .isCloseTo(0.5 * NANOS, within(0.01 * NANOS));
        assertThat(LongStream.of(draws(Delay.every(MILLI))).average().orElseThrow())
                .isCloseTo(NANOS, within(0.01 * NANOS));
    }

    @Test
    void shouldHaveAHeavyTailUpToAnHour() {
        long[] mild = draws(Delay.pareto(MILLI));
        assertThat(mild[0]).isBetween(1_000_000L, 1_001_000L);
        assertThat(mild[DRAWS - DRAWS / 1000] / NANOS).as("one in a thousand").isCloseTo(100, within(15.0));
        long[] wild = draws(Delay.pareto(MILLI, 0.2));
        assertThat(wild[DRAWS - 1]).isEqualTo(Duration.ofHours(1).toNanos());
    }

    @Test
    void shouldSayHowItWasMade() {
        assertThat(Delay.pareto(MILLI)).hasToString("pareto(PT0.001S, 1.5)");
        assertThat(Delay.every(MILLI)).hasToString("every(PT0.001S)");
    }

    @Test
    void shouldRefuseTimesOutOfRange() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Delay.fixed(Duration.ofNanos(-1)))
                .withMessage("time must be from zero to an hour: time=PT-0.000000001S");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Delay.uniform(MILLI, Duration.ZERO))
                .withMessage("most must not be less than least: least=PT0.001S, most=PT0S");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Delay.every(Duration.ZERO))
                .withMessage("mean must be more than zero: mean=PT0S");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Delay.pareto(MILLI, 0))
                .withMessage("least and alpha must be more than zero: least=PT0.001S, alpha=0.0");
    }
}
