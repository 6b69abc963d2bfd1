// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.testkit.schedule.protocol.SmallProtocol;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the default strategy finds in small protocols. */
@Timeout(600)
class PortfolioTest {
    private static final int SOME = 500;
    private static final int MANY = 20_000;
    private static final int MORE = "all".equals(System.getProperty("troupe.tests")) ? 100_000 : 20_000;

    private static double failingPerThousand(SmallProtocol protocol, int schedules) {
        ScheduleReport report = Schedules.of(schedules).countingFailures().run(protocol.body(false));
        return 1000.0 * report.failures() / schedules;
    }

    @ParameterizedTest
    @EnumSource(
            value = SmallProtocol.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"ORDER_OF_FIVE", "ABD_WITHOUT_WRITE_BACK"})
    void shouldFindAFaultInManyOfAFewHundredSchedules(SmallProtocol protocol) {
        assertThat(failingPerThousand(protocol, SOME)).isGreaterThan(protocol.target() * 0.8);
    }

    @ParameterizedTest
    @EnumSource(SmallProtocol.class)
    @Tag("soak")
    void shouldFindAsMuchAsItsTarget(SmallProtocol protocol) {
        assertThat(failingPerThousand(protocol, MANY)).isGreaterThanOrEqualTo(protocol.target());
    }

    @ParameterizedTest
    @EnumSource(SmallProtocol.class)
    @Tag("soak")
    void shouldFindNothingInARepairedProtocol(SmallProtocol protocol) {
        Schedules.of(MORE).named(protocol.name()).run(protocol.body(true)).orThrow();
    }

    @Test
    void shouldTakeEveryStrategyInTurns() {
        Set<String> kinds = new HashSet<>();
        for (long seed = 0; seed < 200; seed++) {
            kinds.add(new Strategy.Portfolio(50).of(seed).toString().replaceAll("[(].*", ""));
        }
        assertThat(kinds)
                .containsExactlyInAnyOrder(
                        "walk",
                        "prompt-walk",
                        "partial-order",
                        "prompt-partial-order",
                        "priorities",
                        "prompt-priorities",
                        "prompt-slow-lanes",
                        "latencies",
                        "prompt-latencies");
    }

    @Test
    void shouldGuessTheLengthOfARunUntilItIsKnown() {
        Set<String> lengths = new HashSet<>();
        for (long seed = 0; seed < 200; seed++) {
            lengths.add(Strategy.portfolio().of(seed).toString());
        }
        assertThat(lengths).contains("prompt-priorities(1,16)", "prompt-priorities(1,2048)");
    }
}
