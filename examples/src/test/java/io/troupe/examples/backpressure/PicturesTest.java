// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.backpressure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.xml.sax.InputSource;

class PicturesTest {

    @Test
    void shouldDrawTheLatestNumbersAsBars() {
        assertThat(Sparkline.of(List.of(0.0, 1.0, 50.0, 100.0, 900.0), 4, 100)).isEqualTo("▁▄██");
        assertThat(Sparkline.of(List.of(8.0), 3, 8)).isEqualTo("█  ");
        assertThat(Sparkline.of(List.of(0.0, 0.0), 2, 0)).isEqualTo("  ");
    }

    @Test
    void shouldFitTerminals() {
        StringWriter screen = new StringWriter();
        LiveChart chart = new LiveChart(new PrintWriter(screen));
        points(Scenario.PAUSE).forEach(chart);
        assertThat(screen.toString()
                        .replaceAll("\u001b\\[[?0-9]*[a-zA-Z]", "")
                        .replace("\r", "")
                        .lines())
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    }

    @ParameterizedTest
    @EnumSource(Scenario.class)
    void shouldDrawWellFormedPictures(Scenario scenario) throws Exception {
        String svg = TimeChart.svg("title", List.of(new TimeChart.Series(scenario, 6, points(scenario))));
        assertThat(DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(new InputSource(new StringReader(svg)))
                        .getElementsByTagName("polyline")
                        .getLength())
                .isEqualTo(4);
        assertThat(svg).doesNotContain("NaN", "Infinity");
    }

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
