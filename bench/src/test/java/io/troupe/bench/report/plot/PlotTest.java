// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report.plot;

import static io.troupe.bench.report.plot.Pictured.CAPTION;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.troupe.bench.report.model.Better;
import io.troupe.bench.report.model.Role;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.w3c.dom.NodeList;

class PlotTest {
    private static final String UNIT = "ms, lower is better";
    private static final List<String> COLUMNS = List.of("dedicated", "stealing", "fixed thread pool", "pekko");

    @Test
    void shouldDrawBars() {
        Golden.assertUnchanged(PlotTest.class, "bars.svg", BarPlot.svg(CAPTION, UNIT, Pictured.few()));
    }

    @Test
    void shouldDrawBoxesWhereBarsWouldNotBeSeen() {
        assertThat(BarPlot.suits(Pictured.few())).isTrue();
        assertThat(BarPlot.suits(Pictured.farApart())).isFalse();
        Golden.assertUnchanged(PlotTest.class, "boxes.svg", BoxPlot.svg(CAPTION, UNIT, Pictured.farApart()));
    }

    @Test
    void shouldDrawLines() {
        Golden.assertUnchanged(PlotTest.class, "lines.svg", LinePlot.svg(CAPTION, "threads", UNIT, Pictured.scaling()));
    }

    @Test
    void shouldDrawAGrid() {
        Golden.assertUnchanged(
                PlotTest.class, "grid.svg", HeatPlot.svg(CAPTION, COLUMNS, Pictured.grid(), Better.LOWER));
    }

    @Test
    void shouldNotDependOnTheLocale() {
        String before = BarPlot.svg(CAPTION, UNIT, Pictured.few());
        Locale locale = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
        try {
            assertThat(BarPlot.svg(CAPTION, UNIT, Pictured.few())).isEqualTo(before);
        } finally {
            Locale.setDefault(locale);
        }
    }

    @Test
    void shouldSayThatThereIsNothing() {
        assertThat(BarPlot.svg(CAPTION, UNIT, List.of()))
                .satisfies(PlotTest::isSound)
                .contains("nothing was measured");
        assertThat(BoxPlot.svg(CAPTION, UNIT, List.of(new Group("g", List.of(Pictured.entry("a", Pictured.PEKKO))))))
                .satisfies(PlotTest::isSound)
                .contains("nothing was measured", "not measured");
        assertThat(LinePlot.svg(CAPTION, "x", UNIT, List.of(new LinePlot.Line("a", Pictured.PEKKO, List.of()))))
                .satisfies(PlotTest::isSound)
                .contains("nothing was measured");
        assertThat(HeatPlot.svg(CAPTION, List.of(), List.of(), Better.LOWER)).satisfies(PlotTest::isSound);
    }

    @Test
    void shouldDrawASingleValueAndZero() {
        for (double value : new double[] {0, 1, 1e-9, 12_345_678_901.0}) {
            var entry = Pictured.entry("only", Pictured.STEALING, value);
            assertThat(BarPlot.svg(CAPTION, UNIT, List.of(new Group("", List.of(entry)))))
                    .satisfies(PlotTest::isSound);
            var line = new LinePlot.Line("only", Pictured.STEALING, List.of(Pictured.point(0, value)));
            assertThat(LinePlot.svg(CAPTION, "x", UNIT, List.of(line))).satisfies(PlotTest::isSound);
            var row = new HeatPlot.Row("only", List.of(new HeatPlot.Cell(value, false)));
            assertThat(HeatPlot.svg(CAPTION, List.of("a"), List.of(row), Better.HIGHER))
                    .satisfies(PlotTest::isSound);
        }
    }

    @Test
    void shouldEscapeNames() {
        String name = "a<b>&\"c'\u0001";
        var entry = Pictured.entry(name, Pictured.STEALING, 1, 2);
        String svg = BarPlot.svg(new Caption("x", name, name), name, List.of(new Group(name, List.of(entry))));
        NodeList texts = Xml.parse(svg).getElementsByTagName("text");
        assertThat(texts.item(0).getTextContent()).isEqualTo("a<b>&\"c'\uFFFD");
    }

    @Test
    void shouldKeepNamesOfLinesApart() {
        List<LinePlot.Line> same = java.util.stream.IntStream.range(0, 30)
                .mapToObj(i -> new LinePlot.Line(
                        "system " + i, new Style(Role.PEER, i), List.of(Pictured.point(1, 5), Pictured.point(9, 50))))
                .toList();
        NodeList texts = Xml.parse(LinePlot.svg(CAPTION, "x", UNIT, same)).getElementsByTagName("text");
        double[] heights = java.util.stream.IntStream.range(0, texts.getLength())
                .filter(i -> texts.item(i).getTextContent().startsWith("system"))
                .mapToDouble(i -> Double.parseDouble(
                        texts.item(i).getAttributes().getNamedItem("y").getNodeValue()))
                .sorted()
                .toArray();
        assertThat(heights).hasSize(30);
        for (int i = 1; i < heights.length; i++) {
            assertThat(heights[i] - heights[i - 1]).isGreaterThanOrEqualTo(14.9);
        }
    }

    @Test
    void shouldRejectRowsOfAnotherWidth() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HeatPlot.svg(CAPTION, List.of("a"), Pictured.grid(), Better.LOWER))
                .withMessageContaining("columns=1");
    }

    /** Well-formed, with both texts for those who do not see it, and without coordinates that are no numbers. */
    private static void isSound(String svg) {
        var root = Xml.parse(svg).getDocumentElement();
        assertThat(root.getElementsByTagName("title").item(0).getTextContent()).isEqualTo(CAPTION.title());
        assertThat(root.getElementsByTagName("desc").item(0).getTextContent()).isEqualTo(CAPTION.description());
        assertThat(svg).doesNotContain("NaN", "Infinity");
    }

    @Test
    void shouldNotCutNamesThatHaveRoom() {
        for (String name :
                List.of("javaSerialization", "taskForkJoinAsync", "virtualThreadRendezvous", "x", "kept pool")) {
            List<Group> groups =
                    List.of(new Group("", List.of(new Group.Entry(name, new Style(Role.PEER, 0), Stats.of(1), false))));
            assertThat(BarPlot.svg(CAPTION, "ns", groups)).contains(">" + name + "<");
        }
    }

    @Test
    void shouldLeaveOutTheNamesOfGroupsWhereItDrawsTheAxis() {
        Matcher upright = Pattern.compile("M([0-9.]+) ([0-9.]+)L\\1 ([0-9.]+)")
                .matcher(BarPlot.svg(CAPTION, "ns", Pictured.few()));
        double most = 0;
        while (upright.find()) {
            most = Math.max(most, Double.parseDouble(upright.group(3)) - Double.parseDouble(upright.group(2)));
        }
        assertThat(most).as("five rows of 20, and not all of it").isEqualTo(100);
    }
}
