// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.backpressure.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.examples.cli.Terminal.Size;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoublePredicate;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xml.sax.InputSource;

class PicturesTest {

    @Test
    void shouldDrawTheLatestNumbersAsBars() {
        assertThat(Sparkline.of(List.of(0.0, 1.0, 50.0, 100.0, 900.0), 4, 100)).isEqualTo("▁▄██");
        assertThat(Sparkline.of(List.of(8.0), 3, 8)).isEqualTo("█  ");
        assertThat(Sparkline.of(List.of(0.0, 0.0), 2, 0)).isEqualTo("  ");
    }

    @ParameterizedTest
    @ValueSource(ints = {80, 200, 40, 20, 1})
    void shouldFitTerminals(int columns) {
        StringWriter screen = new StringWriter();
        LiveChart chart = new LiveChart(new PrintWriter(screen), () -> new Size(24, columns));
        points(PicturesTest::middle).forEach(chart);
        assertThat(screen.toString()
                        .replaceAll("\u001b\\[[?0-9]*[a-zA-Z]", "")
                        .replace("\r", "")
                        .lines())
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(columns));
    }

    @Test
    void shouldPrintALinePerSecondWithTheSumOfItsComplaints() {
        StringWriter lines = new StringWriter();
        points(PicturesTest::middle).forEach(new PlainPoints(new PrintWriter(lines)));
        assertThat(lines.toString().lines())
                .hasSize(6)
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80))
                .last()
                .isEqualTo("  6.0 s  rate 100,000/s  queue 1,200  waiting 120  NAKs 20");
    }

    @Test
    void shouldDrawWellFormedPictures() throws Exception {
        String svg = TimeChart.svg("title", List.of(series(at -> false), series(PicturesTest::middle)));
        assertThat(elements(svg, "polyline")).as("4 per series").isEqualTo(8);
        assertThat(svg).doesNotContain("NaN", "Infinity");
    }

    @Test
    void shouldDrawDisturbancesOverAllPanels() throws Exception {
        int calm = elements(TimeChart.svg("title", List.of(series(at -> false))), "rect");
        assertThat(elements(TimeChart.svg("title", List.of(series(PicturesTest::middle))), "rect"))
                .isEqualTo(calm + 3);
        assertThat(elements(TimeChart.svg("title", List.of(series(at -> at >= 2))), "rect"))
                .isEqualTo(calm + 3);
    }

    private static boolean middle(double seconds) {
        return seconds >= 2 && seconds < 4;
    }

    private static int elements(String svg, String name) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(svg)))
                .getElementsByTagName(name)
                .getLength();
    }

    private static TimeChart.Series series(DoublePredicate disturbed) {
        return new TimeChart.Series("name", "what happens", disturbed, 6, points(disturbed));
    }

    /** A receiver that does exactly what it can, which is a quarter while it is disturbed. */
    private static List<Point> points(DoublePredicate disturbed) {
        List<Point> points = new ArrayList<>();
        double done = 0;
        for (int i = 1; i <= 120; i++) {
            double seconds = i * 0.05;
            double capacity = disturbed.test(seconds) ? 25_000 : 100_000;
            done += capacity * 0.05;
            points.add(new Point(seconds, done, capacity, capacity, i * 10L, i, 1));
        }
        return points;
    }
}
