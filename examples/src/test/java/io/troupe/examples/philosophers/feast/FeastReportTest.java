// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.philosophers.feast;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.examples.philosophers.feast.Seat.Manners;
import io.troupe.examples.philosophers.feast.Seat.Phase;
import io.troupe.examples.philosophers.feast.Seat.Span;
import java.util.List;
import org.junit.jupiter.api.Test;

class FeastReportTest {
    private static final Span SPAN = new Span(0, 0);

    private static Seat.State seat(Phase phase, long meals) {
        return new Seat.State(phase, new Manners("a", "b", SPAN, SPAN), 0, 0, meals, true, 0);
    }

    private static Fork.State fork(String holder, long returned, long wrong) {
        return new Fork.State(holder, returned, List.of(), returned, wrong);
    }

    @Test
    void shouldFindEachForkLentAsOftenAsItsTwoPhilosophersHaveEaten() {
        FeastReport report = FeastReport.of(
                List.of(seat(Phase.GONE, 3), seat(Phase.GONE, 4), seat(Phase.GONE, 5)),
                List.of(fork("", 8, 0), fork("", 7, 0), fork("", 9, 0)));
        assertThat(report).isEqualTo(new FeastReport(12, 3, 5, 0, 3, 0, 0, 0));
        assertThat(report.isSettled(3)).isTrue();
        assertThat(FeastReport.parse(report.line())).isEqualTo(report);
    }

    @Test
    void shouldTellWhatIsNotInOrder() {
        FeastReport report = FeastReport.of(
                List.of(seat(Phase.EATING, 0), seat(Phase.GONE, 4), seat(Phase.GONE, 5)),
                List.of(fork("x", 5, 0), fork("", 5, 2), fork("", 9, 0)));
        assertThat(report).isEqualTo(new FeastReport(9, 0, 5, 1, 2, 1, 2, 1));
        assertThat(report.isSettled(3)).isFalse();
    }
}
