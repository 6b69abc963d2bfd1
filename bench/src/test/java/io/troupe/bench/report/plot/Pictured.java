// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report.plot;

import io.troupe.bench.report.model.Role;
import io.troupe.bench.report.plot.Group.Entry;
import java.util.List;

/** What the tests draw. */
final class Pictured {
    static final Caption CAPTION = new Caption("p1", "Pi, 1 M × 100", "Time by system.");
    static final Style STEALING = new Style(Role.OURS, 0);
    static final Style ADAPTIVE = new Style(Role.OURS, 1);
    static final Style PEKKO = new Style(Role.PEER, 2);
    static final Style DISRUPTOR = new Style(Role.PEER, 3);
    static final Style LOOPS = new Style(Role.LIMIT, 4);

    private Pictured() {}

    static List<Group> few() {
        return List.of(
                new Group(
                        "slices = 1 M",
                        List.of(
                                entry("troupe stealing", STEALING, 99, 96, 101, 99.4, 104),
                                entry("troupe adaptive", ADAPTIVE, 102, 99, 108),
                                entry("pekko", PEKKO, 144, 126, 161, 140, 150, 171),
                                new Entry("disruptor", DISRUPTOR, Stats.of(110, 104, 116, 190, 111), true),
                                entry("plain loops", LOOPS, 68))),
                new Group(
                        "slices = 100 k",
                        List.of(
                                entry("troupe stealing", STEALING, 73.5, 69, 74.3),
                                entry("troupe adaptive", ADAPTIVE),
                                entry("pekko", PEKKO, 74.7, 73, 79),
                                entry("disruptor", DISRUPTOR, 88, 83.8, 93.7),
                                entry("plain loops", LOOPS, 67.5))));
    }

    static List<Group> farApart() {
        return List.of(new Group(
                "",
                List.of(
                        entry("troupe", STEALING, 67.6, 66.2, 70, 69, 263),
                        entry("troupe with a name that is far too long to be shown whole beside the row", ADAPTIVE, 34),
                        entry("pekko", PEKKO, 6501, 4559, 11356, 7002, 6600),
                        entry("virtualThreads", DISRUPTOR, 550, 1970, 800),
                        entry("jctools", LOOPS, 29.1, 28.4, 30))));
    }

    static List<LinePlot.Line> scaling() {
        return List.of(
                new LinePlot.Line(
                        "by hand",
                        STEALING,
                        List.of(
                                point(1, 1520, 1500, 1604),
                                point(2, 804, 790, 850),
                                point(4, 459, 440, 510),
                                point(8, 659, 600, 700))),
                new LinePlot.Line(
                        "adaptive",
                        ADAPTIVE,
                        List.of(
                                point(8, 668, 630, 720),
                                point(1, 1527, 1510, 1590),
                                point(2, 1273, 1100, 1400),
                                point(4, 630, 600, 660))),
                new LinePlot.Line("pekko", PEKKO, List.of(point(1, 1900), point(2, 1100), point(4, 700), point(8))),
                new LinePlot.Line("loops", LOOPS, List.of(point(1, 1310), point(8, 170, 165, 240))));
    }

    static List<HeatPlot.Row> grid() {
        return List.of(
                new HeatPlot.Row("24 actors × 64 bytes", cells(131, 136, 239, 139)),
                new HeatPlot.Row("240 actors × 320 k bytes", cells(901, 406, 865, 438)),
                new HeatPlot.Row("8 k actors × 32 k bytes", cells(874, 405, 4046, Double.NaN)));
    }

    private static List<HeatPlot.Cell> cells(double a, double b, double c, double d) {
        return List.of(
                new HeatPlot.Cell(a, false),
                new HeatPlot.Cell(b, false),
                new HeatPlot.Cell(c, c > 4000),
                new HeatPlot.Cell(d, false));
    }

    static Entry entry(String name, Style style, double... samples) {
        return new Entry(name, style, Stats.of(samples), false);
    }

    static LinePlot.Point point(double x, double... samples) {
        return new LinePlot.Point(x, Stats.of(samples), x == 2);
    }
}
