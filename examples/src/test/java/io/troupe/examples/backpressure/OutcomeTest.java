// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.backpressure;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.examples.backpressure.view.Point;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutcomeTest {

    @Test
    void shouldMeasureWhatWasDoneOfWhatCouldBeDone() {
        Outcome outcome = Outcome.of(Scenario.SLOW_RECEIVER, Control.NAK, points(Scenario.SLOW_RECEIVER), 0, 0, 0);
        assertThat(outcome.goodput()).isEqualTo(100.0);
        assertThat(outcome.recoveryMillis()).isBetween(1L, 100L);
        assertThat(outcome.naks()).isEqualTo(120);
        assertThat(outcome.line()).hasSizeLessThanOrEqualTo(80).hasSameSizeAs(Outcome.head());
    }

    /** A receiver that does exactly what it can. */
    private static List<Point> points(Scenario scenario) {
        List<Point> points = new ArrayList<>();
        double done = 0;
        for (int i = 1; i <= 120; i++) {
            double seconds = i * 0.05;
            double capacity = scenario.expected(scenario.isDisturbed(seconds, 6));
            done += capacity * 0.05;
            points.add(new Point(seconds, done, capacity, capacity, i * 10L, i, 1));
        }
        return points;
    }
}
